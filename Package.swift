// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

/// Whether Debian's archives of the C libraries are installed. Then the command has them in it, and needs no library but
/// the C library; an optimised server has them, too. `archives.cfg` says how.
let hasArchives = ["x86_64", "aarch64"].contains { machine in
    ["git2", "ssh2", "mbedtls", "mbedx509", "mbedcrypto", "http_parser", "pcre2-8", "z", "crypto", "sqlite3", "zstd"]
        .allSatisfy {
            FileManager.default.isReadableFile(atPath: "/usr/lib/\(machine)-linux-gnu/lib\($0).a")
        }
}

/// The arguments of the linker that put the archives into a program.
let archives = ["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/CLibgit2/archives.cfg"]

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The pure centre: the documents of a family, what may become of them, and how they are found.
let centre: [Target.Dependency] = [
    "HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskQueries", "HometaskTime",
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module in `Sources`, and what it uses.
func module(
    name: String, uses modules: [Target.Dependency] = [], without others: [String] = [],
    settings: [SwiftSetting] = swiftSettings, linking libraries: [String] = []
) -> Target {
    .target(
        name: name, dependencies: modules, exclude: others, swiftSettings: settings,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A plugin that comes with the command, and its tests, by the name of its folder.
///
/// - Parameters:
///   - modules: what it imports besides what all of them have.
///   - others: what lies in the folder and is a target of its own.
///   - helpers: files that its tests start.
func plugin(
    _ name: String, in folder: String, using modules: [Target.Dependency] = [], without others: [String] = [],
    helpers: [String] = []
) -> [Target] {
    [
        .target(
            name: name,
            dependencies: ["HometaskDocuments", "HometaskMarkup", "HometaskPlugin", "HometaskTime"] + modules,
            path: "Plugins/\(folder)", exclude: ["README.md", "Tests"] + others, sources: ["Sources"],
            resources: [.embedInCode("plugin.json")], swiftSettings: swiftSettings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [
                .byName(name: name), "HometaskDocuments", "HometaskMarkup", "HometaskPlugin", "HometaskTime",
                "PluginTestSupport", "TestSupport",
            ] + modules,
            path: "Plugins/\(folder)/Tests", exclude: helpers, swiftSettings: swiftSettings),
    ]
}

/// The plugins that come with the command, and their tests.
let plugins: [Target] = [
    plugin("PluginCalendar", in: "calendar", helpers: ["read_calendar.py"]),
    plugin("PluginCommand", in: "command", using: ["HometaskProcess"]),
    plugin("PluginCSV", in: "csv"),
    plugin("PluginDstask", in: "dstask"),
    plugin("PluginEmail", in: "email", using: ["HometaskProcess"], helpers: ["read_mail.py", "smtp_relay.py"]),
    plugin("PluginGazetteer", in: "gazetteer", using: ["CGazetteer"], without: ["CGazetteer", "make_places.py"]),
    plugin("PluginGeo", in: "geo"),
    plugin("PluginJSONL", in: "jsonl"),
    plugin("PluginMarkdown", in: "markdown"),
    plugin(
        "PluginNominatim", in: "nominatim", using: ["HometaskPlatform", "HometaskProcess", "HometaskSystem"],
        helpers: ["nominatim_server.py"]),
    plugin(
        "PluginNotify", in: "notify", using: ["HometaskDBus", "HometaskSystem"], helpers: ["notification_server.py"]),
    plugin(
        "PluginPhoto", in: "photo", using: ["CVips", "HometaskPlatform"], without: ["CVips"],
        helpers: ["make_photos.py"]),
    plugin("PluginPositionFixed", in: "position-fixed"),
    plugin("PluginPositionGeoClue", in: "position-geoclue", using: ["HometaskDBus"], helpers: ["geoclue_service.py"]),
    plugin("PluginPositionGPSD", in: "position-gpsd", using: ["HometaskPlatform"], helpers: ["gpsd_server.py"]),
    plugin("PluginReport", in: "report"),
    plugin("PluginTaskServices", in: "task-services"),
    plugin("PluginTaskwarrior", in: "taskwarrior"),
    plugin("PluginTodoist", in: "todoist"),
    plugin("PluginTodoTxt", in: "todotxt"),
    plugin("PluginWeb", in: "web", using: ["HometaskProcess"], helpers: ["web_server.py"]),
].flatMap { $0 }

/// The tests of a module in `Sources`.
///
/// - Parameters:
///   - modules: what they import besides the module and what all tests share.
///   - others: what lies in their folder and is not compiled.
func tests(of module: String, using modules: [Target.Dependency] = [], without others: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module), "HometaskPlatform", "TestSupport"] + modules,
        exclude: others, swiftSettings: swiftSettings)
}

/// Whether the package has the server for phones, too: where `HOMETASK_SERVER` is set. What that stands on is as much to
/// fetch and to build as all the rest, and few programs need it.
let hasServer = !(Context.environment["HOMETASK_SERVER"] ?? "").isEmpty

let serverPackages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
]

let serverProducts = [
    ("AsyncAlgorithms", "swift-async-algorithms"), ("HTTPTypes", "swift-http-types"), ("Hummingbird", "hummingbird"),
    ("HummingbirdCore", "hummingbird"), ("HummingbirdTLS", "hummingbird"), ("Logging", "swift-log"),
    ("NIOCore", "swift-nio"), ("NIOHTTPTypes", "swift-nio-extras"), ("NIOSSL", "swift-nio-ssl"),
    ("ServiceLifecycle", "swift-service-lifecycle"), ("UnixSignals", "swift-service-lifecycle"),
]

/// What a server for phones is made of, besides HTTP.
let serving = [
    "HometaskServing", "HometaskSignIn", "HometaskWebPush", "HometaskCrypto", "HometaskHashing", "HometaskMarkup",
    "HometaskProcess", "HometaskReminders", "HometaskSystem", "HometaskTerminal",
]

let serverTargets: [Target] = [
    // The page for phones, compiled into the binary.
    module(name: "CPage"),
    module(
        name: "HometaskWeb", uses: ["CPage", "HometaskHashing", "HometaskKit", "HometaskMapAssets"], without: ["Page"]),
    // The only module that knows HTTP.
    module(
        name: "HometaskHTTP",
        uses: [
            "CBrotli", "CZlib", "HometaskKit", "HometaskPlatform", "HometaskWeb",
        ] + serving.map { .byName(name: $0) } + serverProducts.map { .product(name: $0, package: $1) }),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .executableTarget(
        name: "hometask-serve",
        dependencies: [
            "CGSSAPI", "CQRCode", "HometaskHTTP", "HometaskKit", "HometaskPlatform", "HometaskWeb", argumentParser,
        ] + serving.map { .byName(name: $0) },
        swiftSettings: swiftSettings,
        // The debug build takes the shared libraries: the linker is done with them sooner.
        linkerSettings: hasArchives ? [.unsafeFlags(archives, .when(configuration: .release))] : []),
    tests(
        of: "HometaskHTTP",
        using: [
            "HometaskKit", "HometaskWeb", "hometask-serve", .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "NIOCore", package: "swift-nio"),
        ] + serving.map { .byName(name: $0) }, without: ["Page"]),
]

let package = Package(
    name: "hometask",
    products: [
        .executable(name: "hometask", targets: ["hometask"]),
        .library(name: "HometaskKit", targets: ["HometaskKit"]),
        .library(name: "HometaskCore", targets: ["HometaskCore"]),
        .library(name: "HometaskEngine", type: .static, targets: ["HometaskEngine"]),
        .library(name: "HometaskServing", targets: serving),
        // What maps are made of, for servers that have pages with maps.
        .library(name: "HometaskMapAssets", targets: ["HometaskMapAssets"]),
        // What the bundled plugins are made of, so that a stranger's can be made of the same.
        .library(
            name: "HometaskPlugin",
            targets: [
                "HometaskPlugin", "HometaskMarkup", "HometaskTime", "HometaskProcess", "HometaskSystem", "HometaskDBus",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ] + (hasServer ? serverPackages : []),
    targets: [
        // The pure centre: values only, no input or output.
        module(name: "HometaskHashing"),
        // HTML, charts in SVG and cells of spreadsheets, with texts of anybody in them.
        module(name: "HometaskMarkup"),
        module(name: "HometaskDocuments", uses: ["HometaskHashing", "Schemas"]),
        module(name: "HometaskMerging", uses: ["HometaskDocuments", "HometaskHashing"]),
        module(name: "HometaskTime", uses: ["HometaskDocuments", "HometaskPlatform"]),
        // What the documents of a family say, and what may become of them.
        module(name: "HometaskFamily", uses: ["CMath", "HometaskDocuments", "HometaskMerging", "HometaskTime"]),
        .systemLibrary(name: "CMath"),
        module(
            name: "HometaskQueries", uses: ["HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskTime"]),
        module(name: "HometaskReplica", uses: centre + ["HometaskHashing"]),
        module(name: "HometaskReminders", uses: centre),

        // What phones run, compiled to WebAssembly by `.ci/engine`: requests in JSON to all of the above.
        module(name: "HometaskEngine", uses: centre, settings: swiftSettings + [.enableExperimentalFeature("Extern")]),

        // What a server exchanges with phones, as values: no HTTP.
        module(
            name: "HometaskServing",
            uses: [
                "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskQueries",
                "HometaskReplica", "HometaskTime",
            ]),

        // The phones that may exchange, and how they join.
        module(
            name: "HometaskSignIn",
            uses: [
                "HometaskCrypto", "HometaskDocuments", "HometaskHashing", "HometaskPlatform", "HometaskReminders",
                "HometaskSQLite", "HometaskServing", "HometaskSystem", "HometaskWebPush",
            ]),

        // Messages to browsers that are not open, as values.
        module(name: "HometaskWebPush", uses: ["HometaskCrypto", "HometaskDocuments"]),

        // Treasure hunts: code words, what they seal, and who is ahead.
        module(
            name: "HometaskHunts",
            uses: ["HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskQueries"]),

        // OpenSSL's libcrypto: what hides, and what large files are known by.
        module(name: "CCrypto", linking: ["crypto"]),
        module(
            name: "HometaskCrypto", uses: ["CCrypto", "HometaskHashing"],
            settings: swiftSettings + [.strictMemorySafety()]),

        // The C library of the platform; empty where there is none.
        module(name: "HometaskPlatform"),
        // Files, locks and threads of the system.
        module(name: "HometaskSystem", uses: ["HometaskPlatform"]),

        // Other programs, and what ends them.
        .target(
            name: "CProcess", cSettings: [.define("HOMETASK_COMMIT", to: Context.environment["HOMETASK_COMMIT"] ?? "")]),
        module(name: "HometaskProcess", uses: ["CProcess", "HometaskPlatform", "HometaskSystem"]),

        // The family repository in git.
        .systemLibrary(name: "CLibgit2"),
        module(
            name: "HometaskGit",
            uses: [
                "CLibgit2", "CProcess", "HometaskCrypto", "HometaskHashing", "HometaskPlatform", "HometaskProcess",
                "HometaskSystem",
            ],
            settings: swiftSettings + [.strictMemorySafety()], linking: ["git2", "z"]),
        module(
            name: "HometaskGitReplica",
            uses: [
                "HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskGit", "HometaskHashing",
                "HometaskMerging", "HometaskPlatform", "HometaskQueries", "HometaskReplica", "HometaskSystem",
                "HometaskTime",
            ]),

        // What lists, searches and statistics are answered from; derived from the documents.
        module(
            name: "HometaskIndex",
            uses: [
                "HometaskDocuments", "HometaskFamily", "HometaskPlatform", "HometaskQueries", "HometaskReplica",
                "HometaskSQLite", "HometaskSystem", "HometaskTime",
            ]),
        .systemLibrary(name: "CSQLite"),
        module(name: "HometaskSQLite", uses: ["CSQLite"], settings: swiftSettings + [.strictMemorySafety()]),

        // Plugins: the messages, and what their authors write them with.
        module(name: "HometaskPluginProtocol", uses: ["HometaskDocuments", "Schemas"]),
        module(
            name: "HometaskPlugin",
            uses: [
                "HometaskDocuments", "HometaskPlatform", "HometaskPluginProtocol", "HometaskSystem", "HometaskTime",
            ]),

        module(
            name: "HometaskPluginHost",
            uses: [
                "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskPlatform",
                "HometaskPluginProtocol", "HometaskProcess", "HometaskReplica", "HometaskSystem",
            ]),

        // The desktop and the services of the machine, for the plugins that speak with them.
        module(name: "HometaskDBus", uses: ["HometaskPlatform"]),

        // What an embedding program imports: without git and a database, or with them.
        module(name: "HometaskCore", uses: centre + ["HometaskReminders", "HometaskReplica"]),
        module(name: "HometaskKit", uses: ["HometaskCore", "HometaskGitReplica", "HometaskHunts", "HometaskIndex"]),

        // The command.
        module(name: "HometaskTerminal", uses: ["HometaskPlatform", "HometaskSystem"]),
        // Maps, on a page and in the terminal; Leaflet and the layer are compiled into the binary.
        module(
            name: "CMapAssets",
            without: ["ground.js", "layer.bin", "make_layer.py", "page.css", "page.js", "places.js"]),
        module(name: "HometaskMapAssets", uses: ["CMapAssets"]),
        module(
            name: "HometaskMap",
            uses: [
                "HometaskDocuments", "HometaskHashing", "HometaskMapAssets", "HometaskMarkup", "HometaskPlatform",
                "HometaskPluginProtocol", "HometaskTerminal",
            ]),
        // The pages of the guide, compiled into the binary.
        module(name: "CGuide"),
        module(
            name: "HometaskCommands",
            uses: [
                "CGuide", "HometaskDocuments", "HometaskFamily", "HometaskHunts", "HometaskIndex", "HometaskMap",
                "HometaskMarkup", "HometaskMerging", "HometaskPlatform", "HometaskPluginHost", "HometaskPluginProtocol",
                "HometaskProcess", "HometaskQueries", "HometaskReminders", "HometaskReplica", "HometaskSystem",
                "HometaskTerminal", "HometaskTime", argumentParser,
            ]),
        .executableTarget(
            name: "hometask",
            dependencies: [
                "CGSSAPI", "CPlatform", "HometaskCommands", "HometaskDocuments", "HometaskGitReplica",
                "HometaskPlatform", "HometaskPlugin", "HometaskPluginHost", "HometaskProcess",
            ] + plugins.filter { !$0.isTest }.map { .byName(name: $0.name) },
            swiftSettings: swiftSettings,
            linkerSettings: hasArchives
                ? [
                    .unsafeFlags(archives),
                    // The tests start the debug build over 12,000 times, which takes a third less with Swift's libraries
                    // in it, as `--static-swift-stdlib` has it. What the FoundationEssentials in it needs is named here.
                    .unsafeFlags(
                        ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
                        .when(configuration: .debug)),
                ] : []),
        module(name: "CPlatform"),
        .target(name: "CGSSAPI", cSettings: hasArchives ? [.define("HOMETASK_ARCHIVES")] : []),

        // The JSON Schemas, compiled into the binary.
        module(name: "CSchemas"),
        module(name: "Schemas", uses: ["CSchemas"]),

        // The names and positions of towns, compiled into the binary.
        .target(
            name: "CGazetteer", path: "Plugins/gazetteer/CGazetteer", exclude: ["LICENSE-places.txt", "places.tsv"]),
        // libvips, which the plugin for photos opens where it is installed.
        .systemLibrary(name: "CVips", path: "Plugins/photo/CVips"),
        // What several of the test targets use.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport", "HometaskPlatform"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        // What the tests of several plugins use.
        .target(
            name: "PluginTestSupport", dependencies: ["HometaskDocuments", "HometaskPlugin", "TestSupport"],
            path: "Tests/PluginTestSupport", swiftSettings: swiftSettings),

        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: swiftSettings),
        tests(
            of: "HometaskDocuments", using: ["HometaskHashing", "Schemas"], without: ["Samples", "validate_samples.py"]),
        tests(of: "HometaskMarkup"),
        tests(of: "HometaskTime", using: ["HometaskDocuments"], without: ["recurrences.py"]),
        tests(of: "HometaskSystem"),
        tests(of: "HometaskProcess"),
        tests(of: "HometaskDBus"),
        tests(of: "HometaskTerminal"),
        tests(of: "HometaskMap", using: ["HometaskDocuments", "HometaskTerminal"]),
        tests(of: "HometaskMerging", using: ["HometaskDocuments"], without: ["Golden"]),
        tests(of: "HometaskGitReplica", using: ["HometaskGit", "HometaskReplica"] + centre),
        tests(of: "HometaskReplica", using: centre, without: ["Golden", "geodesics.py"]),
        tests(of: "HometaskReminders", using: centre),
        tests(of: "HometaskEngine", using: ["HometaskDocuments"]),
        tests(of: "HometaskServing", using: ["HometaskEngine", "HometaskGitReplica", "HometaskReplica"] + centre),
        tests(
            of: "HometaskSignIn",
            using: [
                "HometaskCrypto", "HometaskDocuments", "HometaskHashing", "HometaskReminders", "HometaskServing",
                "HometaskSQLite", "HometaskWebPush",
            ]),
        tests(of: "HometaskWebPush", using: ["HometaskCrypto", "HometaskDocuments"]),
        tests(of: "HometaskHunts", using: ["HometaskReplica"] + centre),
        tests(of: "HometaskIndex", using: ["HometaskGitReplica", "HometaskReplica", "HometaskSQLite"] + centre),
        tests(
            of: "HometaskPluginHost",
            using: ["HometaskPluginProtocol", "HometaskReplica", "HometaskSystem", "Schemas"] + centre),
        tests(of: "HometaskCommands", using: ["HometaskGitReplica", "HometaskReplica", argumentParser] + centre),
        tests(of: "HometaskGit", using: ["HometaskCrypto", "HometaskHashing"], without: ["slow_line.py"]),
        // Requests to the engine with the answers of this machine's code, for `.ci/engine` to compare.
        .executableTarget(
            name: "EngineCases", dependencies: ["HometaskDocuments", "HometaskEngine"], path: "Tests/EngineCases",
            swiftSettings: swiftSettings),
        // Runs the built command as people do; finds it beside the test bundle.
        .testTarget(
            name: "CommandTests",
            dependencies: ["CTestSupport", "HometaskPlatform", "PluginTestSupport", "TestSupport"],
            exclude: [
                "Support/broken_plugin.py", "Support/drawn_picture.py", "Support/https_server.py",
                "Support/map_page.py", "Support/open_clue.py", "Support/pack_server.py",
            ],
            swiftSettings: swiftSettings),
    ] + plugins + (hasServer ? serverTargets : []),
    swiftLanguageModes: [.v6]
)
