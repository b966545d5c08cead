// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, so that the library is measured as built into another program. `merging.py` builds and runs it.
let package = Package(
    name: "Joining",
    dependencies: [.package(name: "hometask", path: "../../..")],
    targets: [
        .target(name: "CCounting"),
        .executableTarget(
            name: "Joining",
            dependencies: ["CCounting", .product(name: "HometaskKit", package: "hometask")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
