import SegueCore
import Testing

@testable import SegueAudio

/// The order of the reports that are due at positions on the tape.
extension ScoreTests {
    @Test("Notices are taken in the order of their positions, and those of one position as they were added")
    func orderOfNotices() {
        var queue = NoticeQueue()
        for (number, place) in [(1, 30), (2, 10), (3, 30), (4, 20), (5, 10)] as [(UInt64, Int64)] {
            queue.add(.ended(LoadGeneration(rawValue: number)), at: place)
        }
        #expect(queue.take(upTo: 9) == nil)
        var taken: [Notice] = []
        while let notice = queue.take(upTo: 30) { taken.append(notice) }
        #expect(taken == [2, 5, 4, 1, 3].map { .ended(LoadGeneration(rawValue: $0)) })
        #expect(queue.next == nil)
    }

    @Test("The end of a load is due at one position")
    func oneEnd() {
        var queue = NoticeQueue()
        let generation = LoadGeneration(rawValue: 1)
        queue.placeEnd(of: generation, at: 10)
        queue.placeEnd(of: generation, at: 20)
        #expect(queue.next == 20)
        #expect(queue.take(upTo: 30) == .ended(generation))
        #expect(queue.take(upTo: 30) == nil)
    }
}
