// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, because the fuzzer's instrumentation applies to everything in the build. `run.sh` builds and runs
// it.
let package = Package(
    name: "Fuzzing",
    dependencies: [.package(name: "hometask", path: "../..")],
    targets: [
        .target(name: "CFuzzing"),
        .executableTarget(
            name: "Fuzzing",
            dependencies: ["CFuzzing", .product(name: "HometaskKit", package: "hometask")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
