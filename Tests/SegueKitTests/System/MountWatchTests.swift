import Glibc
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite struct MountWatchTests {
    @Test func readsTheListAnewWhenItHasChanged() throws {
        let folder = TemporaryFolder()
        try folder.write("mountinfo", text: "1 1 0:1 / / rw\n")
        var lists: [[String]] = []
        let watch = try #require(MountWatch(path: folder.file("mountinfo")) { lists.append($0) })
        watch.read()
        // A list of more than one block.
        let text = (0..<500).map { "1 1 0:1 / /mnt/\($0) rw\n" }.joined()
        try folder.write("mountinfo", text: text)
        watch.process(events: Int16(POLLERR | POLLPRI))
        #expect(lists == [["/"], (0..<500).map { "/mnt/\($0)" }])
    }

    /// The kernel's list can always be read, and no event is due before a change.
    @Test func theKernelWakesTheLoop() throws {
        var lists: [[String]] = []
        let watch = try #require(MountWatch { lists.append($0) })
        watch.read()
        // In a plain chroot, the root folder is no mount.
        #expect(lists.first?.contains("/proc") == true)
        let interest = try #require(watch.interest())
        var descriptor = pollfd(fd: interest.descriptor, events: interest.events, revents: 0)
        // A mount may happen at this very moment.
        #expect((0..<100).contains { _ in poll(&descriptor, 1, 0) == 0 })
        #expect(watch.deadline() == nil)
    }

    @Test func noInstanceOfInotifyStaysOpen() {
        let before = OpenDescriptors.count("anon_inode:inotify")
        for _ in 0..<20 { _ = Inotify() }
        #expect(OpenDescriptors.count("anon_inode:inotify") < before + 20)
    }

    @Test func withoutAListThereIsNoWatch() {
        #expect(MountWatch(path: "/nowhere/mountinfo") { _ in } == nil)
    }
}
