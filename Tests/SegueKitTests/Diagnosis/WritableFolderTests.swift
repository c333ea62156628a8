import Glibc
import Testing

@testable import SegueKit

@Suite struct WritableFolderTests {
    private let folder = WritableFolder(path: "/home/a/segue", variable: "XDG_STATE_HOME")

    @Test("What mends a folder depends on whose it is")
    func remedies() {
        let refused = FileFailure(path: "/home/a/segue", code: EACCES)
        #expect(folder.remedy(for: refused, isOwn: true) == "chmod u+rwx /home/a/segue")
        #expect(folder.remedy(for: refused, isOwn: false).hasPrefix("sudo chown -R"))
        let readOnly = FileFailure(path: "/home/a/segue", code: EROFS)
        #expect(folder.remedy(for: readOnly, isOwn: true).contains("XDG_STATE_HOME"))
    }
}
