// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// The settings in all scopes, for reading and writing. Without a family, only the user's settings are available.
struct SettingStore {
    let environment: CommandEnvironment
    let output: Output
    private let session: FamilySession?
    private let family: FamilyRecord?
    /// The fields that plugins added to the family; nil without a family.
    let fields: FamilyFields?
    let device: JSONObject
    let user: UserSettings
    /// The place of the family's home; nil if it is not set.
    private let home: HomeSetting?

    /// Opens the settings of the family named by the options, or of the user if there is no family.
    static func open(_ global: GlobalOptions) async throws -> SettingStore {
        let environment = CommandEnvironment.running
        do {
            return try await SettingStore(FamilySession.open(global))
        } catch let error as ReplicaError where error.code == .noRepository {
            return SettingStore(
                environment: environment, output: environment.output(global),
                user: try UserSettings.load(environment.variables))
        }
    }

    /// Loads the settings of a family.
    init(_ session: FamilySession) async throws {
        let bytes = try await session.replica.localData(Settings.localName)
        (environment, output, self.session) = (session.environment, session.output, session)
        (family, fields) = (session.directory.family, FamilyFields(session))
        device = bytes.flatMap { try? JSON.parse($0) }?.objectValue ?? [:]
        user = try UserSettings.load(session.environment.variables)
        if let known = session.directory.family?.home {
            home = HomeSetting(known, among: try await session.replica.read { try PinFinder(reading: $0) })
        } else {
            home = nil
        }
    }

    /// Creates the settings of a user without a family.
    private init(environment: CommandEnvironment, output: Output, user: UserSettings) {
        (self.environment, self.output, self.user) = (environment, output, user)
        (session, family, fields, device, home) = (nil, nil, nil, [:], nil)
    }

    /// Returns the value in force, and its scope.
    func value(of setting: Setting) -> (value: String?, scope: SettingScope) {
        for scope in setting.scopes {
            if let value = value(of: setting, at: scope) { return (value, scope) }
        }
        return (setting.builtIn, .builtIn)
    }

    /// Returns the value set in one scope.
    func value(of setting: Setting, at scope: SettingScope) -> String? {
        switch scope {
        case .device: return device[setting.rawValue]?.stringValue
        case .user: return user.values[setting.rawValue]
        case .family:
            switch setting {
            case .weekStart: return family?.weekStart
            case .units: return family?.units
            case .missed: return family?.missed
            case .photos: return family?.photoPolicy?.rawValue
            case .name: return family?.name
            case .email: return family?.email
            case .zone: return family?.zone
            case .reminders: return family?.reminders.map { ReminderFormatter.typed($0) }
            case .home: return home?.text
            default: return nil
            }
        case .builtIn: return setting.builtIn
        }
    }

    /// Sets a value in one scope; nil removes it.
    func set(_ setting: Setting, to value: String?, at scope: SettingScope) async throws {
        switch scope {
        case .user: try setForUser(setting, to: value)
        case .device, .family, .builtIn:
            guard let session else {
                throw ReplicaError(
                    .noRepository, "there is no family repository here or in a folder above",
                    hint:
                        "Create one with 'hometask init', name its folder with -C DIR, or set it for yourself with --user."
                )
            }
            if scope == .family {
                let (field, name) = (FieldName(setting.familyField), setting.rawValue)
                let json = try await self.json(of: value, for: setting)
                try await session.write(command: "config") {
                    try $0.family.set(field, called: name, to: json, told: value)
                }
            } else {
                var device = device
                device[setting.rawValue] = value.map { .string($0) }
                try await session.replica.setLocalData(
                    Settings.localName, device.isEmpty ? nil : device.canonicalBytes())
            }
        }
    }

    /// Returns a value as the family's document stores it.
    private func json(of value: String?, for setting: Setting) async throws -> JSON? {
        guard let value else { return nil }
        switch setting {
        case .reminders: return try Setting.reminders(value).map { ReminderTime.json($0) }
        case .home: return try await homeSetting(value).home.json
        default: return .string(value)
        }
    }

    /// Parses the value of the setting `home`.
    func homeSetting(_ words: String) async throws -> HomeSetting {
        guard let replica = session?.replica else {
            throw ReplicaError(
                .noRepository, "there is no family repository here or in a folder above",
                hint: "Name a family's folder with -C DIR.")
        }
        return try HomeSetting(words, among: try await replica.read { try PinFinder(reading: $0) })
    }

    private func setForUser(_ setting: Setting, to value: String?) throws {
        guard let path = UserSettings.path(environment.variables) else {
            throw ReplicaError(
                .notConfigured, "there is no home folder to store settings in",
                hint: "Set the environment variable HOME.")
        }
        var object = (try TextFile.read(path)).flatMap { try? JSON.parse($0) }?.objectValue ?? [:]
        object[setting.rawValue] = value.map { .string($0) }
        try TextFile.writeFile(path, object.canonicalBytes())
    }

    /// Sets a user setting unless it already has a value. Without a home folder, nothing is stored.
    ///
    /// - Returns: whether the setting was set.
    static func setFirst(_ setting: Setting, to value: String, environment: CommandEnvironment) throws -> Bool {
        guard let path = UserSettings.path(environment.variables) else { return false }
        // A file that is not JSON is left unchanged.
        guard try UserSettings.load(environment.variables).values[setting.rawValue] == nil else { return false }
        var object = try TextFile.read(path).map { try JSON.parse($0) }?.objectValue ?? [:]
        object[setting.rawValue] = .string(value)
        try TextFile.writeFile(path, object.canonicalBytes())
        return true
    }
}
