import EventLoop
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) struct SearchWatchTests {
    private let progress = SearchProgress()
    private let places = Shared<[String]>([])

    private func watch(on loop: EventLoop) -> SearchWatch {
        let watch = SearchWatch(on: loop, progress, patience: 50_000_000) { [places] place in
            places.change { $0.append(place) }
        }
        watch.begin()
        return watch
    }

    @Test func aSearchStandsStillOnlyOnceItHasBegun() throws {
        let loop = try EventLoop()
        let watch = watch(on: loop)
        loop.schedule(at: .now.advanced(byNanoseconds: 200_000_000)) { [places, progress] in
            #expect(places.value == [])
            progress.note("here")
        }
        #expect(loop.run { places.value == ["here"] })
        #expect(!watch.end())
    }

    @Test func aSearchThatHasEndedDoesNotStandStill() throws {
        let loop = try EventLoop()
        let watch = watch(on: loop)
        progress.note("here")
        #expect(watch.end())
        let isLater = Shared(false)
        loop.schedule(at: .now.advanced(byNanoseconds: 200_000_000)) { isLater.change { $0 = true } }
        #expect(loop.run { isLater.value })
        #expect(places.value == [])
    }
}
