// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, since the HTTP server takes as long to build as all of hometask, and few programs need it. It
// uses hometask as any other program would.
let package = Package(
    name: "hometask-serve",
    products: [
        .executable(name: "hometask-serve", targets: ["hometask-serve"]),
        .library(name: "HometaskHTTP", targets: ["HometaskHTTP"]),
    ],
    dependencies: [
        .package(name: "hometask", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The page for phones, compiled in.
        .target(
            name: "HometaskWeb",
            dependencies: [
                .product(name: "HometaskKit", package: "hometask"),
                .product(name: "HometaskMapAssets", package: "hometask"),
                .product(name: "HometaskServing", package: "hometask"),
            ],
            exclude: ["Page/languages"],
            resources: [
                "app.js", "checklist.js", "clues.js", "drafts.js", "engine.js", "exchange.js", "export.js",
                "family.js",
                "faults.js", "history.js", "home.js", "hunts.js", "icon.svg", "index.html", "join.js", "lists.js",
                "manifest.webmanifest", "map.css", "map.js", "messages.js", "notes.js", "old.js", "order.js",
                "page.css", "page.js", "passkeys.js",
                "phone.js", "photos.js", "places.js", "plain.js", "recover.js", "reminders.js", "requests.js",
                "scrypt.js",
                "settings.js", "shopping.js", "signin.js", "statistics.js", "store.js", "swipe.js", "sync.js",
                "task.js", "theme.js", "values.js", "view.js", "words.js", "worker.js",
            ].map { .embedInCode("Page/\($0)") },
            swiftSettings: swiftSettings,
            plugins: ["EmbedLanguages"]),
        // Each file in `Page/languages` is compiled into the page, without a list of them.
        .plugin(name: "EmbedLanguages", capability: .buildTool(), dependencies: ["LanguageEmbedder"]),
        .executableTarget(name: "LanguageEmbedder", swiftSettings: swiftSettings),
        // The only module that knows HTTP.
        .target(
            name: "HometaskHTTP",
            dependencies: [
                "CBrotli",
                "CZlib",
                "HometaskWeb",
                .product(name: "HometaskKit", package: "hometask"),
                .product(name: "HometaskServing", package: "hometask"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .executableTarget(
            name: "hometask-serve",
            dependencies: [
                "CQRCode",
                "HometaskHTTP",
                .product(name: "HometaskKit", package: "hometask"),
                .product(name: "HometaskServing", package: "hometask"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "HometaskHTTPTests",
            dependencies: [
                "HometaskHTTP", "HometaskWeb", "hometask-serve",
                .product(name: "HometaskKit", package: "hometask"),
                .product(name: "HometaskServing", package: "hometask"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            exclude: [
                "phone_access.py", "phone_background.py", "phone_browser.py", "phone_drafts.py", "phone_faults.py",
                "phone_hunts.py", "phone_kills.py", "phone_limit.py", "phone_lists.py", "phone_notes.py",
                "phone_order.py", "phone_page.py", "phone_passkey.py", "phone_photos.py", "phone_places.py",
                "phone_plain.py", "phone_proxy.py", "phone_push.py", "phone_sending.py", "phone_server.py",
                "phone_settings.py", "phone_signin.py", "phone_start.py", "phone_survey.py", "phone_task.py",
                "phone_unanswered.py", "phone_versions.py", "phone_webkit.py",
            ],
            swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
