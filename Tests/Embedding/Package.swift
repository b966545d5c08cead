// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package apart, as another program would have it: it sees of hometask what the product HometaskKit gives away.
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
            ])
    ],
    swiftLanguageModes: [.v6]
)
