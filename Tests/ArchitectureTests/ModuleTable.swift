// SPDX-License-Identifier: Apache-2.0

/// The architecture: the imports allowed for each module. Dependencies run from the command to the values.
enum ModuleTable {
    /// Every module with its own folder, and its allowed imports.
    static let allowed: [String: Set<String>] = [
        "Schemas": ["CSchemas"],
        "HometaskHashing": [], "HometaskMarkup": [],
        "HometaskDocuments": ["HometaskHashing", "Schemas"],
        "HometaskMerging": ["HometaskDocuments", "HometaskHashing"],
        "HometaskTime": ["HometaskDocuments"],
        "HometaskFamily": ["CMath", "HometaskDocuments", "HometaskMerging", "HometaskTime"],
        "HometaskQueries": ["HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskTime"],
        "HometaskReplica": [
            "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskQueries",
            "HometaskTime",
        ],
        "HometaskReminders": [
            "HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskQueries", "HometaskTime",
        ],
        "HometaskEngine": [
            "HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskQueries", "HometaskTime",
        ],
        "HometaskServing": [
            "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskQueries",
            "HometaskReplica", "HometaskTime",
        ],
        "HometaskSignIn": [
            "HometaskCrypto", "HometaskDocuments", "HometaskHashing", "HometaskReminders", "HometaskServing",
            "HometaskSQLite", "HometaskSystem", "HometaskWebPush", "HometaskPlatform",
        ],
        "HometaskWebPush": ["HometaskCrypto", "HometaskDocuments"],
        "HometaskCrypto": ["CCrypto", "HometaskHashing"],
        "HometaskHunts": [
            "HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskQueries",
        ],
        "HometaskPlatform": ["Glibc", "Musl", "Darwin"],
        "HometaskSystem": ["HometaskPlatform"],
        "HometaskProcess": ["CProcess", "HometaskPlatform", "HometaskSystem"],
        "HometaskDBus": ["HometaskPlatform"],
        "HometaskGit": [
            "CLibgit2", "CProcess", "HometaskPlatform", "HometaskCrypto", "HometaskHashing", "HometaskProcess",
            "HometaskSystem",
        ],
        "HometaskGitReplica": [
            "HometaskCrypto", "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging",
            "HometaskQueries", "HometaskReplica", "HometaskTime", "HometaskGit", "HometaskSystem", "HometaskPlatform",
        ],
        "HometaskPluginProtocol": ["HometaskDocuments", "Schemas"],
        "HometaskPlugin": [
            "HometaskDocuments", "HometaskPluginProtocol", "HometaskSystem", "HometaskTime", "HometaskPlatform",
        ],
        "PluginCalendar": aPlugin,
        "PluginCSV": aPlugin,
        "PluginDstask": aPlugin,
        "PluginGeo": aPlugin,
        "PluginJSONL": aPlugin,
        "PluginMarkdown": aPlugin,
        "PluginReport": aPlugin,
        "PluginTaskServices": aPlugin,
        "PluginTaskwarrior": aPlugin,
        "PluginTodoist": aPlugin,
        "PluginTodoTxt": aPlugin,
        "PluginGazetteer": aPlugin.union(["CGazetteer"]),
        "PluginNominatim": aPlugin.union(["HometaskProcess", "HometaskSystem", "HometaskPlatform"]),
        "PluginPhoto": aPlugin.union(["CVips", "HometaskPlatform"]),
        "PluginPositionFixed": aPlugin,
        "PluginCommand": aPlugin.union(["HometaskProcess"]),
        "PluginEmail": aPlugin.union(["HometaskProcess"]),
        "PluginWeb": aPlugin.union(["HometaskProcess"]),
        "PluginPositionGPSD": aPlugin.union(["HometaskPlatform"]),
        "PluginNotify": aPlugin.union(["HometaskDBus", "HometaskSystem"]),
        "PluginPositionGeoClue": aPlugin.union(["HometaskDBus"]),
        "HometaskPluginHost": [
            "HometaskDocuments", "HometaskFamily", "HometaskHashing", "HometaskMerging", "HometaskPluginProtocol",
            "HometaskProcess", "HometaskReplica", "HometaskSystem", "HometaskPlatform",
        ],
        "HometaskSQLite": ["CSQLite"],
        "HometaskIndex": [
            "HometaskDocuments", "HometaskFamily", "HometaskQueries", "HometaskReplica", "HometaskSQLite",
            "HometaskSystem", "HometaskTime", "HometaskPlatform",
        ],
        "HometaskCore": exportedByCore, "HometaskKit": exportedByKit,
        "HometaskTerminal": ["HometaskPlatform", "HometaskSystem"],
        "HometaskMapAssets": ["CMapAssets"],
        "HometaskMap": [
            "HometaskPlatform", "HometaskDocuments", "HometaskHashing", "HometaskMapAssets", "HometaskMarkup",
            "HometaskPluginProtocol", "HometaskTerminal",
        ],
        "HometaskCommands": [
            "CGuide", "HometaskDocuments", "HometaskFamily", "HometaskHunts", "HometaskMap", "HometaskMarkup",
            "HometaskMerging", "HometaskQueries", "HometaskTime", "HometaskReplica", "HometaskIndex",
            "HometaskPluginHost", "HometaskPluginProtocol", "HometaskProcess", "HometaskReminders", "HometaskSystem",
            "HometaskTerminal", "ArgumentParser", "HometaskPlatform",
        ],
        "HometaskHTTP": [
            "AsyncAlgorithms", "CBrotli", "CZlib", "HometaskPlatform", "HTTPTypes", "HometaskHashing", "HometaskKit",
            "HometaskMarkup", "HometaskServing", "HometaskSignIn", "HometaskSystem", "HometaskTerminal", "HometaskWeb",
            "HometaskWebPush", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "Logging", "NIOCore", "NIOHTTPTypes",
            "NIOSSL", "ServiceLifecycle", "Synchronization", "UnixSignals",
        ],
        "HometaskWeb": ["CPage", "HometaskHashing", "HometaskKit", "HometaskMapAssets"],
        "hometask-serve": [
            "ArgumentParser", "CQRCode", "FoundationEssentials", "HometaskPlatform", "HometaskHTTP", "HometaskHashing",
            "HometaskKit", "HometaskProcess", "HometaskServing", "HometaskSignIn", "HometaskSystem",
            "HometaskTerminal", "HometaskWeb", "HometaskWebPush",
        ],
        "TestSupport": ["CTestSupport", "Foundation", "HometaskPlatform", "Testing"],
        "PluginTestSupport": [
            "Foundation", "HometaskDocuments", "HometaskPlugin", "HometaskPluginProtocol", "TestSupport",
        ],
        "hometask": [
            "HometaskCommands", "HometaskDocuments", "HometaskReplica", "HometaskGitReplica", "HometaskPlugin",
            "HometaskPluginHost", "HometaskProcess", "PluginCalendar", "PluginCommand", "PluginCSV", "PluginDstask",
            "PluginEmail",
            "PluginGazetteer", "PluginGeo", "PluginJSONL", "PluginMarkdown", "PluginNominatim", "PluginNotify",
            "PluginPhoto", "PluginPositionFixed",
            "PluginPositionGeoClue", "PluginPositionGPSD", "PluginReport", "PluginTaskServices", "PluginTaskwarrior",
            "PluginTodoTxt", "PluginTodoist", "PluginWeb", "HometaskPlatform",
        ],
    ]

    /// Modules outside `Sources`, by folder: shared test code and plugins.
    static let elsewhere = [
        "TestSupport": "Tests/TestSupport", "PluginTestSupport": "Tests/PluginTestSupport",
        "PluginCalendar": "Plugins/calendar/Sources",
        "PluginCSV": "Plugins/csv/Sources",
        "PluginDstask": "Plugins/dstask/Sources",
        "PluginGazetteer": "Plugins/gazetteer/Sources",
        "PluginGeo": "Plugins/geo/Sources",
        "PluginJSONL": "Plugins/jsonl/Sources",
        "PluginMarkdown": "Plugins/markdown/Sources",
        "PluginReport": "Plugins/report/Sources",
        "PluginTaskServices": "Plugins/task-services/Sources",
        "PluginTaskwarrior": "Plugins/taskwarrior/Sources",
        "PluginTodoist": "Plugins/todoist/Sources",
        "PluginTodoTxt": "Plugins/todotxt/Sources",
        "PluginNominatim": "Plugins/nominatim/Sources",
        "PluginPhoto": "Plugins/photo/Sources",
        "PluginPositionFixed": "Plugins/position-fixed/Sources",
        "PluginCommand": "Plugins/command/Sources",
        "PluginEmail": "Plugins/email/Sources",
        "PluginWeb": "Plugins/web/Sources",
        "PluginPositionGPSD": "Plugins/position-gpsd/Sources",
        "PluginNotify": "Plugins/notify/Sources",
        "PluginPositionGeoClue": "Plugins/position-geoclue/Sources",
    ]

    /// The imports of a bundled plugin, the same as for third-party plugins.
    static let aPlugin: Set<String> = ["HometaskDocuments", "HometaskMarkup", "HometaskPlugin", "HometaskTime"]

    /// Folders of `Sources` without Swift: module maps of C libraries, C sources, and process-wide settings of the
    /// command.
    static let systemLibraries: Set<String> = [
        "CBrotli", "CCrypto", "CGSSAPI", "CGuide", "CLibgit2", "CMapAssets", "CMath", "CPage", "CPlatform", "CProcess",
        "CQRCode", "CSQLite", "CSchemas", "CZlib",
    ]

    /// The modules at the C edge, by imported library.
    static let edges = ["CLibgit2": "HometaskGit", "CSQLite": "HometaskSQLite", "CCrypto": "HometaskCrypto"]

    /// The modules exported by `import HometaskCore`: those without git, a database or files.
    static let exportedByCore: Set<String> = [
        "HometaskDocuments", "HometaskFamily", "HometaskMerging", "HometaskTime", "HometaskQueries", "HometaskReplica",
        "HometaskReminders",
    ]

    /// The modules exported by `import HometaskKit`.
    static let exportedByKit: Set<String> = [
        "HometaskCore", "HometaskGitReplica", "HometaskIndex", "HometaskHunts",
    ]

    /// Modules of the compiler without access outside the program, allowed everywhere.
    static let language: Set<String> = ["Swift", "Synchronization"]

    /// Single files with an import that their module may not use. Each file must still need the import.
    ///
    /// The pure centre (documents, merging, time, replica) does no input or output; `FoundationEssentials` costs
    /// start-up time. A file that needs either is listed here, with the reason.
    static let exceptions: [FileException] = [
        FileException(
            path: "Sources/HometaskTime/Zones/TimeZoneRules+Database.swift", module: "HometaskPlatform",
            reason: "reads the time zone files of the system")
    ]
}

extension ModuleTable {
    /// The modules that contain git options.
    static let gitModules: Set<String> = ["HometaskGit", "HometaskGitReplica"]

    /// Files of other libraries that contain options.
    static let optionExceptions: [NamedException] = [
        NamedException(path: "Sources/HometaskPluginHost/Running/PluginSandbox.swift", reason: "calls bubblewrap"),
        NamedException(path: "Sources/HometaskPluginHost/Running/PluginLaunch.swift", reason: "calls bubblewrap"),
        NamedException(
            path: "Sources/HometaskPluginHost/Conformance/ManifestChecks.swift",
            reason: "quotes the options that a plugin offers to the command"),
    ]

    /// The files outside HometaskSystem that open or flush files themselves.
    static let fileExceptions: [NamedException] = [
        NamedException(
            path: "Sources/HometaskPlatform/Platform.swift", reason: "flushes for HometaskSystem, as each system does"),
        NamedException(
            path: "Sources/HometaskProcess/StandardStreams.swift", reason: "opens no file, but the standard streams"),
        NamedException(
            path: "Sources/HometaskTime/Zones/TimeZoneRules+Database.swift",
            reason: "may not import HometaskSystem, since the engine contains the module"),
        NamedException(
            path: "Sources/HometaskPluginHost/Running/PluginLog.swift",
            reason: "keeps the log open while the plugin runs"),
        NamedException(
            path: "Sources/HometaskCommands/Photos/PictureFile.swift",
            reason: "needs the size and the times of the very file that it reads"),
        NamedException(
            path: "Sources/HometaskCommands/Formats/SourceFile.swift", reason: "reads a file or a pipe in pieces"),
        NamedException(path: "Sources/HometaskGit/WorkTree/IndexToken.swift", reason: "locks the file that it creates"),
        NamedException(
            path: "Sources/HometaskGit/Objects/PackStore.swift",
            reason: "creates an empty file if there is none"),
        NamedException(
            path: "Sources/HometaskGit/Objects/PackCopy.swift", reason: "maps packs into memory, and joins them"),
        NamedException(
            path: "Sources/HometaskGit/Objects/PackQuarantine.swift", reason: "locks the file that it creates"),
        NamedException(
            path: "Sources/HometaskGit/Repository/Repository+Flushing.swift", reason: "flushes a whole file system"),
        NamedException(
            path: "Sources/HometaskGit/Repository/UnreadableFile.swift", reason: "reads whole files, but keeps no bytes"
        ),
    ]
}

/// A file exempt from a rule.
struct NamedException: Sendable {
    let path: String
    let reason: String
}

/// A file with one additional allowed import.
struct FileException: Sendable {
    let path: String
    let module: String
    let reason: String
}
