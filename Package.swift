// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "segue",
    products: [
        .executable(name: "segue", targets: ["segue"]),
        .executable(name: "segue-window", targets: ["SegueWindow"]),
        .library(name: "SegueKit", targets: ["SegueKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The C libraries. Nothing but module maps and shims.
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(
            name: "CGStreamer", pkgConfig: "gstreamer-controller-1.0",
            providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(
            name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CTagLib", linkerSettings: [.linkedLibrary("tag")]),

        // Linked into the release in place of ICU's data.
        .target(name: "CEmptyICU"),

        // Decisions.
        .target(
            name: "SegueCore",
            dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: strict,
            // On Linux, the standard library rounds with the C mathematics library.
            linkerSettings: [.linkedLibrary("m")]),

        // The edges.
        .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "SDBus", dependencies: ["CSystemd", "EventLoop"], swiftSettings: strict),
        .target(
            name: "SegueFiles", dependencies: ["SegueCore", "EventLoop", "CGLib", "CLinux", "CTagLib"],
            swiftSettings: strict),
        .target(
            name: "SegueAudio",
            dependencies: ["SegueCore", "EventLoop", "SegueFiles", "CGStreamer", "CPulse", "CEBUR128", "CLinux"],
            swiftSettings: strict),
        .target(name: "SegueMPRIS", dependencies: ["SegueCore", "SDBus"], swiftSettings: strict),

        // The player.
        .target(
            name: "SegueKit",
            dependencies: [
                "SegueCore", "EventLoop", "SDBus", "SegueFiles", "SegueAudio", "SegueMPRIS", "CLinux",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "segue",
            dependencies: [
                "SegueKit", "SegueClient", "SegueFiles", "SDBus", "SegueMPRIS", "CEmptyICU",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The window: a client on the session bus, like any other.
        .target(
            name: "SegueClient", dependencies: ["SegueCore", "SegueMPRIS", "SDBus", "EventLoop"],
            swiftSettings: strict),
        .target(
            name: "SegueWindowModel", dependencies: ["SegueClient", "SegueCore", "SegueMPRIS", "SDBus", "EventLoop"],
            swiftSettings: strict),
        .executableTarget(
            name: "SegueWindow",
            dependencies: [
                "SegueWindowModel", "SegueClient", "SegueCore", "SegueMPRIS", "SDBus", "EventLoop", "CAdwaita",
                "CEmptyICU",
            ],
            swiftSettings: strict),

        // The program of docs/embedding.md.
        .executableTarget(
            name: "Embedding", dependencies: ["SegueKit"], path: "Examples/Embedding", swiftSettings: strict),

        // Timings, as ratios in one run.
        .executableTarget(
            name: "QueueBenchmark", dependencies: ["SegueCore"], path: "Benchmarks/QueueBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "PlanningBenchmark", dependencies: ["SegueCore"], path: "Benchmarks/PlanningBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "PlansReport", dependencies: ["SegueCore"], path: "Benchmarks/PlansReport", swiftSettings: strict),
        .executableTarget(
            name: "BusBenchmark", dependencies: ["EventLoop", "SDBus", "SegueTestSupport"],
            path: "Benchmarks/BusBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "EarBenchmark", dependencies: ["EventLoop", "SDBus", "SegueTestSupport"],
            path: "Benchmarks/EarBenchmark", swiftSettings: strict),

        // Random sessions, and a day compressed.
        .executableTarget(
            name: "SessionTrials",
            dependencies: [
                "EventLoop", "SegueKit", "SegueTestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/SessionTrials", swiftSettings: strict),

        // Random sessions without GStreamer.
        .executableTarget(
            name: "ScoreTrials", dependencies: ["SegueAudioTrials"], path: "Benchmarks/ScoreTrials",
            swiftSettings: strict),

        // The readers of bytes from outside, for fuzzing.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "SegueKit", "SegueMPRIS", "SegueClient", "SegueWindowModel", "SegueFiles", "SegueCore", "SDBus",
                "EventLoop", "SegueAudioTrials", "SegueTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Fuzz/Targets", swiftSettings: strict),

        // Tests.
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "SegueTestSupport"], swiftSettings: strict),
        .target(
            name: "SegueTestSupport",
            dependencies: ["SegueCore", "EventLoop", "SDBus"],
            path: "Tests/SegueTestSupport", swiftSettings: strict),
        .testTarget(
            name: "SegueCoreTests",
            dependencies: ["SegueCore", "SegueTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EventLoopTests",
            dependencies: ["EventLoop", "SegueTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SDBusTests",
            dependencies: ["SDBus", "EventLoop", "SegueTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SegueFilesTests",
            dependencies: ["SegueFiles", "SegueCore", "SegueTestSupport"],
            swiftSettings: strict),
        .target(
            name: "SegueAudioTrials", dependencies: ["SegueAudio", "SegueCore", "EventLoop", "SegueTestSupport"],
            path: "Tests/SegueAudioTrials", swiftSettings: strict),
        .testTarget(
            name: "SegueAudioTests",
            dependencies: [
                "SegueAudio", "SegueFiles", "SegueKit", "SegueCore", "EventLoop", "CGStreamer", "CEBUR128",
                "SegueAudioTrials", "SegueTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SegueMPRISTests",
            dependencies: ["SegueMPRIS", "SegueCore", "SDBus", "EventLoop", "SegueTestSupport"],
            swiftSettings: strict),
        .target(name: "CRecordedDisk", path: "Tests/CRecordedDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .testTarget(
            name: "SegueKitTests",
            dependencies: [
                "CRecordedDisk", "SegueKit", "SegueCore", "SegueFiles", "SegueAudio", "SegueMPRIS", "SDBus",
                "EventLoop",
                "SegueTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "segueTests",
            dependencies: [
                "segue", "SegueClient", "SegueCore", "SegueFiles", "SegueKit", "SDBus",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SegueWindowModelTests",
            dependencies: [
                "SegueWindowModel", "SegueClient", "SegueCore", "SDBus", "EventLoop", "SegueTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["SDBus", "EventLoop", "SegueTestSupport"],
            swiftSettings: strict),
    ]
)

// The tests of these targets compute for long: rhythm, loudness, random sessions.
if Context.environment["SEGUE_OPTIMIZED"] != nil {
    let computing: Set = ["SegueCore", "SegueAudio", "SegueTestSupport", "SegueAudioTrials", "SegueAudioTests"]
    for target in package.targets where computing.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
    }
}

// libFuzzer has the program's beginning, and links with nothing but `--sanitize fuzzer`.
if Context.environment["SEGUE_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "SegueFuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Program",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
