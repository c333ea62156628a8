import FuzzTargets
import Glibc

/// The target whose name is in the environment variable FUZZ_TARGET. libFuzzer provides the program's entry point.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("FUZZ_TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
        exit(2)
    }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
