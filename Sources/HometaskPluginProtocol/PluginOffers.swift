// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The offers of a plugin, by kind.
public struct PluginOffers: Hashable, Sendable {
    /// Commands that the plugin adds: `hometask NAME …`.
    public var commands: [PluginOffer]
    /// Formats that the plugin writes: `hometask export NAME`.
    public var exporters: [PluginOffer]
    /// Formats that the plugin reads: `hometask import NAME`.
    public var importers: [PluginOffer]
    /// Channels that deliver reminders to people.
    public var channels: [PluginOffer]
    /// Views that show tasks: `hometask view show NAME`.
    public var views: [PluginOffer]
    /// Searches for places by words.
    public var places: [PluginOffer]
    /// Sources of the device's position.
    public var positions: [PluginOffer]
    /// Photo processors, which examine, edit and render photos.
    public var photos: [PluginOffer]
    /// Cameras that take photos: `hometask photo add --camera`.
    public var cameras: [PluginOffer]
    /// The plugin's hooks on changes of documents.
    public var hooks: [PluginHook]
    /// The fields that the plugin adds to documents, by kind: their schemas by name, each with its merge rule
    /// (`x-merge`).
    public var fields: [DocumentKind: JSONObject]

    /// Reads the member `offers` of a manifest.
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

    /// The names of all offers that have names, by the manifest's members.
    public var named: [(member: String, names: [String])] {
        [
            ("commands", commands.map(\.name)), ("exporters", exporters.map(\.name)),
            ("importers", importers.map(\.name)), ("channels", channels.map(\.name)), ("views", views.map(\.name)),
            ("places", places.map(\.name)), ("positions", positions.map(\.name)),
            ("photos", photos.map(\.name)), ("cameras", cameras.map(\.name)),
        ]
    }
}

/// One named offer of a plugin.
public struct PluginOffer: Hashable, Sendable {
    /// The name of the offer.
    public var name: String
    /// The purpose of the offer, in a sentence.
    public var summary: String
    /// The offer's own options, besides those that hometask adds; empty for none.
    public var options: [PluginOption]
    /// The positional arguments of the offer.
    public var arguments: [PluginArgument]
    /// The file name extension, without a dot; formats only.
    public var fileExtension: String?
    /// Whether the exporter receives places near home unmodified, because its output is for the family itself or
    /// contains no places. Exporters only.
    public var isWhole: Bool
    /// Whether several files may be imported at once, concatenated into one. Importers only.
    public var joinsFiles: Bool
    /// The form of addresses; nil if it is not declared. Channels only.
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

/// An option of an offer: `--NAME VALUE`, or `--NAME` for a flag.
public struct PluginOption: Hashable, Sendable {
    /// The type of an option's value.
    public enum Kind: String, Sendable {
        /// A flag, which has no value.
        case flag
        /// Any text, unless the option names choices.
        case text
        /// A whole number, which may be negative.
        case integer
        /// A file's absolute path. The plugin can read the file only outside a sandbox.
        case file
    }

    /// The name of the option, without the dashes.
    public var name: String
    /// The purpose of the option, in a sentence.
    public var summary: String
    /// The type of the option's value.
    public var kind: Kind
    /// The allowed values; empty for any.
    public var choices: [String]
    /// Whether the option may be repeated.
    public var isRepeated: Bool
    /// Whether the option is required.
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

/// A positional argument of an offer.
public struct PluginArgument: Hashable, Sendable {
    /// The argument's name in the help text.
    public var name: String
    /// The purpose of the argument, in a sentence.
    public var summary: String
    /// Whether the argument is required.
    public var isRequired: Bool
    /// Whether the argument takes all remaining words; the last argument only.
    public var isRepeated: Bool

    init(_ object: JSONObject) {
        name = object.text("name")
        summary = object.text("summary")
        isRequired = object["required"] == true
        isRepeated = object["repeated"] == true
    }
}

/// A plugin's subscription to changes of documents.
public struct PluginHook: Hashable, Sendable {
    /// The event that calls a hook.
    public enum Event: String, Sendable, CaseIterable {
        /// Before a commit: it may amend the change, or refuse it with a reason.
        case beforeCommit = "before-commit"
        /// After a commit that was made here.
        case afterCommit = "after-commit"
        /// After a sync that received commits from a remote.
        case afterSync = "after-sync"
    }

    /// The event that calls the hook.
    public var event: Event
    /// The kinds of documents whose changes the hook receives; empty for all that the plugin may read.
    public var kinds: [DocumentKind]
    /// Whether a change is refused if the plugin does not answer; otherwise the change is made. Before a commit only.
    public var isRequired: Bool
    /// Whether the hook receives edits made by hand. By default, it receives them after a commit but not before.
    public var seesHandEdits: Bool

    init?(_ object: JSONObject) {
        guard let event = object["event"]?.stringValue.flatMap({ Event(rawValue: $0) }) else { return nil }
        self.event = event
        kinds = object.texts("kinds").map { DocumentKind(rawValue: $0) }
        isRequired = event == .beforeCommit && object["unanswered"] == "refuse"
        seesHandEdits = object["handEdits"].map { $0 == true } ?? (event == .afterCommit)
    }
}
