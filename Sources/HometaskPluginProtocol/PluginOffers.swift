// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// What a plugin offers, by what it is.
public struct PluginOffers: Hashable, Sendable {
    /// Commands that it adds: `hometask NAME …`.
    public var commands: [PluginOffer]
    /// Formats that it writes: `hometask export NAME`.
    public var exporters: [PluginOffer]
    /// Formats that it reads: `hometask import NAME`.
    public var importers: [PluginOffer]
    /// Ways on which reminders reach people.
    public var channels: [PluginOffer]
    /// Ways to show tasks: `hometask view show NAME`.
    public var views: [PluginOffer]
    /// Where places are looked for by words.
    public var places: [PluginOffer]
    /// Where the device is known to be.
    public var positions: [PluginOffer]
    /// What looks into photos, and makes others of them.
    public var photos: [PluginOffer]
    /// What takes photos with a camera: `hometask photo add --camera`.
    public var cameras: [PluginOffer]
    /// What it wants to see of changes.
    public var hooks: [PluginHook]
    /// The fields it adds to documents, by kind: their schemas by name, each with its merge rule (`x-merge`).
    public var fields: [DocumentKind: JSONObject]

    /// Offers from the member `offers` of a manifest.
    init(_ object: JSONObject) {
        func offers(_ name: String) -> [PluginOffer] { object.objects(name).map { PluginOffer($0) } }
        commands = offers("commands")
        exporters = offers("exporters")
        importers = offers("importers")
        channels = offers("channels")
        views = offers("views")
        places = offers("places")
        positions = offers("positions")
        photos = offers("photos")
        cameras = offers("cameras")
        hooks = object.objects("hooks").compactMap { PluginHook($0) }
        fields = [:]
        for (kind, schemas) in object["fields"]?.objectValue?.members ?? JSONObject().members {
            fields[DocumentKind(rawValue: kind.string)] = schemas.objectValue ?? [:]
        }
    }

    /// The names of all that is called by a name, by the manifest's members.
    public var named: [(member: String, names: [String])] {
        [
            ("commands", commands.map(\.name)), ("exporters", exporters.map(\.name)),
            ("importers", importers.map(\.name)), ("channels", channels.map(\.name)), ("views", views.map(\.name)),
            ("places", places.map(\.name)), ("positions", positions.map(\.name)),
            ("photos", photos.map(\.name)), ("cameras", cameras.map(\.name)),
        ]
    }
}

/// One thing that is offered under a name.
public struct PluginOffer: Hashable, Sendable {
    /// The name it is called by.
    public var name: String
    /// What it does, in a sentence.
    public var summary: String
    /// The options that it takes besides those that hometask adds; empty for none.
    public var options: [PluginOption]
    /// Its arguments by position.
    public var arguments: [PluginArgument]
    /// The end of the names of its files, without a dot; formats only.
    public var fileExtension: String?
    /// Whether it is handed the places near home as they are: what it writes keeps everything for the family itself, or
    /// holds no places. Exporters only.
    public var isWhole: Bool
    /// Whether several files may be imported at once, which it is handed as one. Importers only.
    public var joinsFiles: Bool
    /// What an address is like; nil if it does not say. Channels only.
    public var address: PluginAddress?

    init(_ object: JSONObject) {
        name = object.text("name")
        summary = object.text("summary")
        options = object.objects("options").map { PluginOption($0) }
        arguments = object.objects("arguments").map { PluginArgument($0) }
        fileExtension = object["extension"]?.stringValue
        isWhole = object["whole"] == true
        joinsFiles = object["joined"] == true
        address = object["address"]?.objectValue.map { PluginAddress($0) }
    }
}

/// An option of something that is offered: `--NAME VALUE`, or `--NAME` for a flag.
public struct PluginOption: Hashable, Sendable {
    /// What its value is.
    public enum Kind: String, Sendable {
        /// There or not; no value.
        case flag
        /// Any text, unless the option names choices.
        case text
        /// A whole number, which may be negative.
        case integer
        /// A file's path, from the root; what it holds is the plugin's business only where no sandbox keeps it from
        /// files.
        case file
    }

    /// Its name, without the dashes.
    public var name: String
    /// What it is for, in a sentence.
    public var summary: String
    /// What its value is.
    public var kind: Kind
    /// The values it may have; empty for any.
    public var choices: [String]
    /// Whether the option may be repeated.
    public var isRepeated: Bool
    /// Whether it must be given.
    public var isRequired: Bool

    init(_ object: JSONObject) {
        name = object.text("name")
        summary = object.text("summary")
        kind = object["type"]?.stringValue.flatMap { Kind(rawValue: $0) } ?? .text
        choices = object.texts("choices")
        isRepeated = object["repeated"] == true
        isRequired = object["required"] == true
    }
}

/// An argument by position.
public struct PluginArgument: Hashable, Sendable {
    /// What help calls it.
    public var name: String
    /// What it is for, in a sentence.
    public var summary: String
    /// Whether it must be given.
    public var isRequired: Bool
    /// Whether it takes all words that are left; the last one only.
    public var isRepeated: Bool

    init(_ object: JSONObject) {
        name = object.text("name")
        summary = object.text("summary")
        isRequired = object["required"] == true
        isRepeated = object["repeated"] == true
    }
}

/// What a plugin wants to see of changes.
public struct PluginHook: Hashable, Sendable {
    /// When it is asked.
    public enum Event: String, Sendable, CaseIterable {
        /// Before a commit: it may amend the change, or refuse it with a reason.
        case beforeCommit = "before-commit"
        /// After a commit that was made here.
        case afterCommit = "after-commit"
        /// After a sync that received commits from a remote.
        case afterSync = "after-sync"
    }

    /// When it is asked.
    public var event: Event
    /// The kinds of documents whose changes it receives; empty for all that the plugin may read.
    public var kinds: [DocumentKind]
    /// Whether a change is refused if the plugin does not answer; otherwise it is made. Only before a commit.
    public var isRequired: Bool
    /// Whether it sees what people edited by hand. Where it does not say, it does after a commit and not before.
    public var seesHandEdits: Bool

    init?(_ object: JSONObject) {
        guard let event = object["event"]?.stringValue.flatMap({ Event(rawValue: $0) }) else { return nil }
        self.event = event
        kinds = object.texts("kinds").map { DocumentKind(rawValue: $0) }
        isRequired = event == .beforeCommit && object["unanswered"] == "refuse"
        seesHandEdits = object["handEdits"].map { $0 == true } ?? (event == .afterCommit)
    }
}
