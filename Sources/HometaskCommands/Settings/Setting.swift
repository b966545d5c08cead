// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The place where a setting is stored.
enum SettingScope: String {
    case device
    case user
    case family
    case builtIn = "default"

    /// A phrase that follows "set".
    var words: String {
        switch self {
        case .device: "for one device"
        case .user: "with --user"
        case .family: "with --family"
        case .builtIn: "by the program"
        }
    }

    /// The option that selects the scope.
    var option: String {
        self == .device ? "without an option" : words
    }

    /// A phrase that follows a value and says what the value applies to.
    var reach: String {
        switch self {
        case .device, .builtIn: "on this device"
        case .user: "for all your families on this machine"
        case .family: "for the whole family"
        }
    }

    /// Returns the command that removes the value of a setting in the scope.
    func unsetCommand(_ setting: Setting) -> String {
        let words = ["hometask config unset"] + (self == .device ? [] : ["--\(rawValue)"]) + [setting.rawValue]
        return words.joined(separator: " ")
    }
}

/// The settings and their possible values.
enum Setting: String, CaseIterable {
    case weekStart = "week-start"
    case sort
    case urgency
    case units
    case missed
    case language
    case color
    case hookLimit = "hook-limit"
    case pluginSandbox = "plugin-sandbox"
    case position
    case timeout
    case upkeep
    case photos
    case defaultFamily = "default-family"
    case name
    case email
    case zone
    case reminders
    case home

    /// Returns the setting with a name; the error for an unknown name lists the known ones.
    static func named(_ name: String) throws -> Setting {
        if let setting = Setting(rawValue: name) { return setting }
        throw UsageError(
            "there is no setting ‘\(name)’", hint: "Settings: \(allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    /// The scopes in which the setting may be stored, the default scope first.
    var scopes: [SettingScope] {
        switch self {
        case .weekStart, .units, .photos, .missed: [.device, .user, .family]
        case .sort, .urgency, .language, .color, .hookLimit, .position, .timeout, .upkeep: [.device, .user]
        case .defaultFamily, .pluginSandbox: [.user]
        case .name, .email, .zone, .reminders, .home: [.family]
        }
    }

    /// The possible values, for people.
    var values: String {
        switch self {
        case .weekStart: "monday, saturday or sunday"
        case .sort:
            "\(TaskOrder.keys); several separated by commas, - before one for descending order"
        case .urgency: "terms with coefficients, such as due=15,age=0,+school=5; 'hometask help why' lists them"
        case .units: "metric or imperial"
        case .missed:
            "skip (a recurring task that was missed several times is done once) or catch-up (each missed occurrence is done), for new rules"
        case .language:
            "the language of dates as you type them, besides English: en, de, es, fr or nl; without one, that of the locale"
        case .color: "auto, always or never"
        case .hookLimit: "the time limit of plugin hooks for one command, in milliseconds, 1 to 60000"
        case .pluginSandbox: "required or wanted: whether plugins may run without a sandbox (wanted) or not (required)"
        case .position:
            "the source of this device's position, such as fixed, gpsd or geoclue; without one, the first that knows it"
        case .timeout:
            "a number of seconds without data after which a connection is closed, 1 to \(TimeoutOption.most); 0 for no limit"
        case .upkeep: "auto or manual: whether the history is packed in the background, or by 'hometask upkeep' alone"
        case .photos:
            "none, recent or all: which originals of others a sync fetches; recent are those attached in the last \(PhotoPolicy.recentDays) days"
        case .defaultFamily:
            "a family's folder, used if no other family is named or near; at first that of the first family"
        case .name: "the family's name"
        case .email: "the family's e-mail address"
        case .zone: "the family's time zone, such as Europe/Amsterdam"
        case .reminders:
            "reminders for members without their own, before a task is due, such as 1d,2h; 0 is when due; none"
        case .home:
            "the pin where the family lives, with a radius (200m) and blur or strip, such as 'home,300m,strip': hides places near it in maps, shares and exports"
        }
    }

    /// The default value; nil for a setting without a default.
    var builtIn: String? {
        switch self {
        case .weekStart: "monday"
        case .sort: "due,priority"
        case .units: "metric"
        case .missed: "skip"
        case .color, .upkeep: "auto"
        case .reminders: "0"
        case .hookLimit: "500"
        case .pluginSandbox: "wanted"
        case .timeout: "\(RemoteTimeout.usual)"
        case .photos: PhotoPolicy.usual.rawValue
        case .urgency, .language, .position, .defaultFamily, .name, .email, .zone, .home: nil
        }
    }

    /// The field of `family.json`.
    var familyField: String {
        switch self {
        case .weekStart: "weekStart"
        case .photos: "photoPolicy"
        default: rawValue
        }
    }

    /// Checks a value and returns its stored form.
    func checked(_ value: String, _ environment: CommandEnvironment) throws -> String {
        switch self {
        case .weekStart: return try oneOf(["monday", "saturday", "sunday"], value)
        case .units: return try oneOf(["metric", "imperial"], value)
        case .missed: return try oneOf(["skip", "catch-up"], value)
        case .language: return try oneOf(["en"] + DateLanguage.allCases.map(\.rawValue), value)
        case .color: return try oneOf(ColorChoice.allCases.map(\.rawValue), value)
        case .sort:
            let fields = environment.plugins()?.extensionFields ?? .none
            guard let order = TaskOrder(value, extensions: fields) else { throw refusal(value) }
            if let name = order.extensionNames.first(where: { fields.field($0, of: .task) == nil }) {
                throw ReplicaError(
                    .invalidValue, "no enabled plugin has a task field ‘\(name)’ to sort by",
                    hint: "'hometask plugin list' shows the plugins.")
            }
            return order.text
        case .urgency:
            _ = try Urgency(value)
            return value
        case .position: return try position(value, environment)
        case .hookLimit:
            guard let number = Int(value), (1...60_000).contains(number) else { throw refusal(value) }
            return value
        case .pluginSandbox: return try oneOf(["required", "wanted"], value)
        case .timeout:
            guard let number = Int(value), (0...TimeoutOption.most).contains(number) else { throw refusal(value) }
            return String(number)
        case .upkeep: return try oneOf(["auto", "manual"], value)
        case .photos: return try oneOf(PhotoPolicy.allCases.map(\.rawValue), value)
        case .defaultFamily:
            let path = environment.place(value)
            guard environment.provider.discover(at: path) != nil else {
                throw ReplicaError(
                    .notFound, "there is no family repository in \(path)", hint: "Name the folder of a family.")
            }
            return path
        case .name: return try FamilyDraft.checkedName(value)
        case .email: return try EmailAddress.checked(value)
        case .reminders: return ReminderFormatter.typed(try Self.reminders(value))
        // The value names a pin, which `SettingStore` looks up.
        case .home: return value
        case .zone:
            do {
                return try TimeZoneRules(identifier: value).identifier
            } catch {
                throw ReplicaError(.invalidValue, "\(error)")
            }
        }
    }

    /// Returns the reminders described by a value of the setting.
    static func reminders(_ value: String) throws -> [ReminderTime]? {
        try ReminderParser.times(value) { word in
            throw ReplicaError(.invalidValue, "‘\(word)’ is not a duration")
        }
    }

    private func position(_ value: String, _ environment: CommandEnvironment) throws -> String {
        let names = try environment.decidedPlugins()?.usable.flatMap { $0.manifest.offers.positions.map(\.name) } ?? []
        return try oneOf(names, value)
    }

    private func oneOf(_ words: [String], _ value: String) throws -> String {
        let word = value.lowercased()
        guard words.contains(word) else { throw refusal(value) }
        return word
    }

    private func refusal(_ value: String) -> ReplicaError {
        ReplicaError(.invalidValue, "‘\(value)’ is not a value of ‘\(rawValue)’", hint: "It can be: \(values).")
    }
}

extension Setting {
    /// Prints the setting in force after a change, as JSON.
    func printNow(_ global: GlobalOptions) async throws {
        let store = try await SettingStore.open(global)
        try store.output.print(SettingJSON.value(self, store))
    }
}
