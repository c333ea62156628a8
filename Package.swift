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
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        // Decisions.
        .target(
            name: "SegueCore",
            dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: strict),
        // Tests.
        .target(
            name: "SegueTestSupport",
            dependencies: ["SegueCore"],
            path: "Tests/SegueTestSupport", swiftSettings: strict),
        .testTarget(
            name: "SegueCoreTests",
            dependencies: ["SegueCore", "SegueTestSupport"],
            swiftSettings: strict),
    ]
)
