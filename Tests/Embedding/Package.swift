// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package apart, as another program would have it: it sees of hometask what the products HometaskKit, HometaskCore and
// HometaskPlugin give away.
let package = Package(
    name: "Embedding",
    dependencies: [.package(name: "hometask", path: "../..")],
    targets: [
        .executableTarget(
            name: "Embedding",
            dependencies: [.product(name: "HometaskKit", package: "hometask")],
            swiftSettings: [
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "Preview", dependencies: [.product(name: "HometaskCore", package: "hometask")]),
        .executableTarget(
            name: "Greeter", dependencies: [.product(name: "HometaskPlugin", package: "hometask")]),
    ],
    swiftLanguageModes: [.v6]
)
