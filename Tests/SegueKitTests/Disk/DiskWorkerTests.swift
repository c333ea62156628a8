import Testing

@testable import SegueKit

@Suite struct DiskWorkerTests {
    @Test func whatIsAwaitedComesFirstAndTheRestKeepsItsOrder() {
        let worker = DiskWorker()
        let gate = Gate()
        let order = Shared<[Int]>([])
        worker.perform { gate.wait() }
        for number in [3, 4] { worker.perform { order.change { $0.append(number) } } }
        for number in [1, 2] { worker.perform(.awaited) { order.change { $0.append(number) } } }
        gate.open()
        worker.finish()
        #expect(order.value == [1, 2, 3, 4])
    }

    @Test func abandonedWorkHoldsNothingUp() {
        let worker = DiskWorker()
        let (begun, gate) = (Gate(), Gate())
        let order = Shared<[Int]>([])
        worker.perform {
            begun.open()
            gate.wait()
        }
        worker.perform { order.change { $0.append(2) } }
        worker.perform(.awaited) { order.change { $0.append(1) } }
        begun.wait()
        worker.abandon()
        worker.perform { order.change { $0.append(3) } }
        worker.finish()
        #expect(order.value == [1, 2, 3])
        gate.open()
    }
}
