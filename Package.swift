// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

/// Whether Debian's archives of the C libraries are installed. Then the command has them in it, and needs no library but
/// the C library: `archives.cfg` says how.
let hasArchives = ["x86_64", "aarch64"].contains { machine in
    ["git2", "ssh2", "mbedtls", "mbedx509", "mbedcrypto", "http_parser", "pcre2-8", "z", "crypto", "sqlite3"].allSatisfy
    {
        FileManager.default.isReadableFile(atPath: "/usr/lib/\(machine)-linux-gnu/lib\($0).a")
    }
}

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What reads, joins, hashes, stores and draws documents, and what plugins exchange, is optimised in debug builds, too,
/// each module as a whole and with its assertions: without that, the tests of the merge laws and of random histories
/// take several times as long. (The index that SwiftPM asks for has a part for each file, which takes threads.)
let hotSettings =
    swiftSettings + [
        .unsafeFlags(
            ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-assert-config", "Debug"],
            .when(configuration: .debug))
    ]

/// The pure centre: the documents of a family, what may become of them, and how they are found.
let centre: [Target.Dependency] = [
    "HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskQueries", "HometaskTime",
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The pages of the guide that the command shows, by their names in its catalogue.
let guide = [
    "Configuration", "Conflicts", "Dates", "ExitCodes", "Families", "Fields", "Formats", "Hunts", "JSON", "Photos",
    "Places", "Plugins", "Privacy", "Queries", "Recurrence", "Reminders", "Search", "Statistics", "Sync", "Tasks",
]

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

/// The tests of a module in `Sources`.
///
/// - Parameters:
///   - modules: what they import besides the module and what all tests share.
///   - others: what lies in their folder and is not compiled.
func tests(of module: String, using modules: [Target.Dependency] = [], without others: [String] = []) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + modules, exclude: others,
        swiftSettings: swiftSettings)
}

let package = Package(
    name: "hometask",
    products: [
        .executable(name: "hometask", targets: ["hometask"]),
        .library(name: "HometaskKit", targets: ["HometaskKit"]),
        .library(name: "HometaskCore", targets: ["HometaskCore"]),
        .library(name: "HometaskEngine", type: .static, targets: ["HometaskEngine"]),
        // What a server for phones is made of, besides HTTP.
        .library(
            name: "HometaskServing",
            targets: [
                "HometaskServing", "HometaskSignIn", "HometaskWebPush", "HometaskCrypto", "HometaskHashing",
                "HometaskMarkup", "HometaskProcess", "HometaskReminders", "HometaskSystem", "HometaskTerminal",
            ]),
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
    ],
    targets: [
        // The pure centre: values only, no input or output.
        .target(name: "HometaskHashing", swiftSettings: hotSettings),
        // HTML, charts in SVG and cells of spreadsheets, with texts of anybody in them.
        .target(name: "HometaskMarkup", swiftSettings: hotSettings),
        .target(
            name: "HometaskDocuments", dependencies: ["HometaskHashing", "Schemas"], swiftSettings: hotSettings),
        .target(
            name: "HometaskMerging", dependencies: ["HometaskDocuments", "HometaskHashing"],
            swiftSettings: hotSettings),
        .target(name: "HometaskTime", dependencies: ["HometaskDocuments"], swiftSettings: hotSettings),
        // What the documents of a family say, and what may become of them.
        .target(
            name: "HometaskFamily", dependencies: ["CMath", "HometaskDocuments", "HometaskMerging", "HometaskTime"],
            swiftSettings: swiftSettings),
        .systemLibrary(name: "CMath"),
        .target(
            name: "HometaskQueries",
            dependencies: ["HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskTime"],
            swiftSettings: swiftSettings),
        .target(
            name: "HometaskReplica", dependencies: centre + ["HometaskHashing"], swiftSettings: swiftSettings),
        .target(
            name: "HometaskReminders",
            dependencies: centre,
            swiftSettings: swiftSettings),

        // What phones run, compiled to WebAssembly by `.ci/engine`: requests in JSON to all of the above.
        .target(
            name: "HometaskEngine",
            dependencies: centre,
            swiftSettings: swiftSettings + [.enableExperimentalFeature("Extern")]),

        // What a server exchanges with phones, as values: no HTTP.
        .target(
            name: "HometaskServing",
            dependencies: [
                "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskQueries",
                "HometaskReplica", "HometaskTime",
            ],
            swiftSettings: swiftSettings),

        // The phones that may exchange, and how they join.
        .target(
            name: "HometaskSignIn",
            dependencies: [
                "HometaskCrypto", "HometaskDocuments", "HometaskHashing", "HometaskReminders", "HometaskSQLite",
                "HometaskServing", "HometaskSystem", "HometaskWebPush",
            ],
            swiftSettings: swiftSettings),

        // Messages to browsers that are not open, as values.
        .target(
            name: "HometaskWebPush", dependencies: ["HometaskCrypto", "HometaskDocuments"],
            swiftSettings: swiftSettings),

        // Treasure hunts: code words, what they seal, and who is ahead.
        .target(
            name: "HometaskHunts",
            dependencies: [
                "HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskQueries",
            ],
            swiftSettings: swiftSettings),

        // OpenSSL's libcrypto: what hides, and what large files are known by.
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
        .target(
            name: "HometaskCrypto", dependencies: ["CCrypto", "HometaskHashing"],
            swiftSettings: swiftSettings + [.strictMemorySafety()]),

        // Files, locks and threads of the system.
        .target(name: "HometaskSystem", swiftSettings: swiftSettings),

        // Other programs, and what ends them.
        .target(name: "CProcess"),
        .target(name: "HometaskProcess", dependencies: ["CProcess", "HometaskSystem"], swiftSettings: swiftSettings),

        // The family repository in git.
        .systemLibrary(name: "CLibgit2"),
        .target(
            name: "HometaskGit",
            dependencies: [
                "CLibgit2", "CProcess", "HometaskCrypto", "HometaskHashing", "HometaskProcess", "HometaskSystem",
            ],
            swiftSettings: hotSettings + [.strictMemorySafety()],
            linkerSettings: [.linkedLibrary("git2"), .linkedLibrary("z")]),
        .target(
            name: "HometaskGitReplica",
            dependencies: [
                "HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskGit", "HometaskHashing",
                "HometaskMerging", "HometaskQueries", "HometaskReplica", "HometaskSystem", "HometaskTime",
            ],
            swiftSettings: swiftSettings),

        // What lists, searches and statistics are answered from; derived from the documents.
        .target(
            name: "HometaskIndex",
            dependencies: [
                "HometaskDocuments", "HometaskFamily", "HometaskQueries", "HometaskReplica", "HometaskSQLite",
                "HometaskSystem", "HometaskTime",
            ],
            swiftSettings: swiftSettings),
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "HometaskSQLite", dependencies: ["CSQLite"],
            swiftSettings: swiftSettings + [.strictMemorySafety()]),

        // Plugins: the messages, and what their authors write them with.
        .target(
            name: "HometaskPluginProtocol", dependencies: ["HometaskDocuments", "Schemas"],
            swiftSettings: hotSettings),
        .target(
            name: "HometaskPlugin",
            dependencies: ["HometaskDocuments", "HometaskPluginProtocol", "HometaskSystem", "HometaskTime"],
            swiftSettings: swiftSettings),

        .target(
            name: "HometaskPluginHost",
            dependencies: [
                "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskPluginProtocol",
                "HometaskProcess", "HometaskReplica", "HometaskSystem",
            ],
            swiftSettings: swiftSettings),

        // The desktop and the services of the machine, for the plugins that speak with them.
        .target(name: "HometaskDBus", swiftSettings: swiftSettings),

        // What an embedding program imports: without git and a database, or with them.
        .target(
            name: "HometaskCore", dependencies: centre + ["HometaskReminders", "HometaskReplica"],
            swiftSettings: swiftSettings),
        .target(
            name: "HometaskKit",
            dependencies: ["HometaskCore", "HometaskGitReplica", "HometaskHunts", "HometaskIndex"],
            swiftSettings: swiftSettings),

        // The command.
        .target(name: "HometaskTerminal", dependencies: ["HometaskSystem"], swiftSettings: hotSettings),
        // Maps, on a page and in the terminal; Leaflet and the layer are compiled into the binary.
        .target(
            name: "CMapAssets",
            exclude: ["ground.js", "layer.bin", "make_layer.py", "page.css", "page.js", "places.js"]),
        .target(name: "HometaskMapAssets", dependencies: ["CMapAssets"], swiftSettings: swiftSettings),
        .target(
            name: "HometaskMap",
            dependencies: [
                "HometaskDocuments", "HometaskHashing", "HometaskMapAssets", "HometaskMarkup",
                "HometaskPluginProtocol", "HometaskTerminal",
            ],
            swiftSettings: hotSettings),
        .target(
            name: "HometaskCommands",
            dependencies: [
                "HometaskDocuments", "HometaskFamily", "HometaskHunts", "HometaskIndex", "HometaskMap",
                "HometaskMarkup", "HometaskMerging", "HometaskPluginHost", "HometaskPluginProtocol", "HometaskProcess",
                "HometaskQueries", "HometaskReminders", "HometaskReplica", "HometaskSystem", "HometaskTerminal",
                "HometaskTime", argumentParser,
            ],
            resources: guide.map { .embedInCode("HometaskCommands.docc/\($0).md") },
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "hometask",
            dependencies: [
                "CPlatform", "HometaskCommands", "HometaskDocuments", "HometaskGitReplica", "HometaskPlugin",
                "HometaskPluginHost", "HometaskProcess", "PluginCalendar", "PluginCommand", "PluginCSV", "PluginDstask",
                "PluginEmail", "PluginGazetteer", "PluginGeo", "PluginJSONL", "PluginMarkdown", "PluginNominatim",
                "PluginNotify", "PluginPhoto", "PluginPositionFixed", "PluginPositionGeoClue", "PluginPositionGPSD",
                "PluginReport", "PluginTaskServices", "PluginTaskwarrior", "PluginTodoTxt", "PluginTodoist",
                "PluginWeb",
            ],
            swiftSettings: swiftSettings,
            linkerSettings: hasArchives
                ? [
                    .unsafeFlags([
                        "-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/CLibgit2/archives.cfg",
                    ]),
                    // The tests start the debug build over 12,000 times, which takes a third less with Swift's libraries
                    // in it, as `--static-swift-stdlib` has it. What the FoundationEssentials in it needs is named here.
                    .unsafeFlags(
                        ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
                        .when(configuration: .debug)),
                ] : []),
        .target(name: "CPlatform", cSettings: hasArchives ? [.define("HOMETASK_ARCHIVES")] : []),

        // The JSON Schemas, compiled into the binary.
        .target(
            name: "Schemas", path: "Schemas",
            resources: [
                "family", "member", "task", "category", "pin", "note", "photo", "comment", "hunt", "team", "template",
                "view", "device", "plugin", "plugin-protocol",
            ].map { .embedInCode("\($0).schema.json") },
            swiftSettings: swiftSettings),

        // The names and positions of towns, compiled into the binary.
        .target(
            name: "CGazetteer", path: "Plugins/gazetteer/CGazetteer", exclude: ["LICENSE-places.txt", "places.tsv"]),

        // libvips, which the plugin for photos opens where it is installed.
        .systemLibrary(name: "CVips", path: "Plugins/photo/CVips"),

        // What several of the test targets use.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport", swiftSettings: swiftSettings
        ),
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
            name: "CommandTests", dependencies: ["CTestSupport", "PluginTestSupport", "TestSupport"],
            exclude: [
                "Support/broken_plugin.py", "Support/drawn_picture.py", "Support/https_server.py",
                "Support/map_page.py", "Support/open_clue.py", "Support/pack_server.py",
            ],
            swiftSettings: swiftSettings),
    ]
        + plugin("PluginCalendar", in: "calendar", helpers: ["read_calendar.py"])
        + plugin("PluginCommand", in: "command", using: ["HometaskProcess"])
        + plugin("PluginCSV", in: "csv")
        + plugin("PluginDstask", in: "dstask")
        + plugin("PluginEmail", in: "email", using: ["HometaskProcess"], helpers: ["read_mail.py", "smtp_relay.py"])
        + plugin(
            "PluginGazetteer", in: "gazetteer", using: ["CGazetteer"], without: ["CGazetteer", "make_places.py"])
        + plugin("PluginGeo", in: "geo")
        + plugin("PluginJSONL", in: "jsonl")
        + plugin("PluginMarkdown", in: "markdown")
        + plugin(
            "PluginNominatim", in: "nominatim", using: ["HometaskProcess", "HometaskSystem"],
            helpers: ["nominatim_server.py"])
        + plugin(
            "PluginNotify", in: "notify", using: ["HometaskDBus", "HometaskSystem"], helpers: ["notification_server.py"]
        )
        + plugin("PluginPhoto", in: "photo", using: ["CVips"], without: ["CVips"], helpers: ["make_photos.py"])
        + plugin("PluginPositionFixed", in: "position-fixed")
        + plugin(
            "PluginPositionGeoClue", in: "position-geoclue", using: ["HometaskDBus"], helpers: ["geoclue_service.py"])
        + plugin("PluginPositionGPSD", in: "position-gpsd", helpers: ["gpsd_server.py"])
        + plugin("PluginReport", in: "report")
        + plugin("PluginTaskServices", in: "task-services")
        + plugin("PluginTaskwarrior", in: "taskwarrior")
        + plugin("PluginTodoist", in: "todoist")
        + plugin("PluginTodoTxt", in: "todotxt")
        + plugin("PluginWeb", in: "web", using: ["HometaskProcess"], helpers: ["web_server.py"]),
    swiftLanguageModes: [.v6]
)
