// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, like that of another program: it sees only what the products HometaskKit, HometaskCore and
// HometaskPlugin export.
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
