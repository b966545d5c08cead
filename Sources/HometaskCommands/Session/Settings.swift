// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The settings in force: the device's, otherwise the family's, otherwise the defaults.
struct Settings: Sendable {
    /// The name under which a replica keeps the device's settings.
    static let localName = "settings"

    enum Name: String, CaseIterable {
        case weekStart = "week-start"
        case sort
        case units
        case missed
        case language
        case color
        case urgency
        case hookLimit = "hook-limit"
        case position
        case timeout
        case upkeep
        case photos
    }

    /// The values of the device and the user, as strings by name.
    private(set) var values: [String: String] = [:]
    private var family: FamilyRecord?

    init(device: [UInt8]?, user: UserSettings, family: FamilyRecord?) {
        self.family = family
        values = user.values
        let own = device.flatMap { try? JSON.parse($0) }?.objectValue ?? JSONObject()
        for (key, value) in own.members { values[key.string] = value.stringValue }
    }

    /// Returns the same settings of the device, with those of another version of the family's document.
    func of(_ family: FamilyRecord?) -> Settings {
        var settings = self
        settings.family = family
        return settings
    }

    /// The day on which weeks begin.
    var weekStart: Weekday {
        FamilyRecord.weekday(named: values[Name.weekStart.rawValue] ?? family?.weekStart)
    }

    /// Whether every missed occurrence of a recurring task is made up for, unless its rule says otherwise.
    var catchesUp: Bool { (values[Name.missed.rawValue] ?? family?.missed) == "catch-up" }

    /// The code of the language in which dates are typed; nil for that of the locale.
    var language: String? { values[Name.language.rawValue] }

    /// The order of lists.
    var order: TaskOrder {
        values[Name.sort.rawValue].flatMap { TaskOrder($0) } ?? .usual
    }

    /// The weights of urgency.
    var urgency: Urgency {
        values[Name.urgency.rawValue].flatMap { try? Urgency($0) } ?? Urgency()
    }

    /// The time limit for all hooks of plugins during one command, in milliseconds.
    var hookLimit: Int {
        values[Name.hookLimit.rawValue].flatMap { Int($0) }.map { min(max($0, 1), 60_000) } ?? 500
    }

    /// The timeout for a silent remote, in seconds; zero for no limit.
    var timeout: Int {
        values[Name.timeout.rawValue].flatMap { Int($0) }.map { min(max($0, 0), TimeoutOption.most) }
            ?? RemoteTimeout.usual
    }

    /// Whether upkeep starts automatically in the background.
    var hasUpkeep: Bool { values[Name.upkeep.rawValue] != "manual" }

    /// Which photo originals a sync fetches; nil for the family's default.
    var photoPolicy: PhotoPolicy? { values[Name.photos.rawValue].flatMap { PhotoPolicy(rawValue: $0) } }

    /// The source of this device's position; nil for the first source that knows it.
    var positionSource: String? { values[Name.position.rawValue] }

    /// Whether distances are in miles and feet.
    var isImperial: Bool {
        (values[Name.units.rawValue] ?? family?.units) == "imperial"
    }

    /// When output is coloured.
    var color: ColorChoice {
        values[Name.color.rawValue].flatMap { ColorChoice(rawValue: $0) } ?? .auto
    }
}

/// The user's settings on this machine, in `$XDG_CONFIG_HOME/hometask/config.json`.
struct UserSettings: Sendable {
    /// The values by name.
    var values: [String: String] = [:]
    /// The names whose values are not strings; these values are ignored.
    var misshapen: Set<String> = []

    /// The family to work on if no other is named.
    var defaultFolder: String? { values["default-family"] }

    /// Returns the path of the file; nil if there is no home folder.
    static func path(_ variables: [String: String]) -> String? {
        if let folder = variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/hometask/config.json" }
        return variables["HOME"].map { $0 + "/.config/hometask/config.json" }
    }

    /// Reads the file; empty if there is none.
    ///
    /// - Throws: `ReplicaError` if it cannot be read as JSON.
    static func load(_ variables: [String: String]) throws -> UserSettings {
        var settings = UserSettings()
        guard let path = path(variables), let bytes = try TextFile.read(path) else { return settings }
        do {
            for (key, value) in try JSON.parse(bytes).objectValue?.members ?? JSONObject().members {
                settings.values[key.string] = value.stringValue
                if value.stringValue == nil { settings.misshapen.insert(key.string) }
            }
        } catch {
            throw ReplicaError(
                .invalidValue, "\(path) is not valid JSON: \(error)", hint: "Correct or remove the file.")
        }
        return settings
    }
}
