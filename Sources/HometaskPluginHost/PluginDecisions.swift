// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskPluginProtocol
import HometaskProcess

/// What this user decided of a plugin on this machine. Nothing of it comes from a family's repository.
public struct PluginDecision: Hashable, Sendable {
    /// The folder it was enabled in.
    public var path: String
    /// The hash of what was enabled.
    public var hash: String
    /// Whether it is to run.
    public var isEnabled: Bool
    /// Whether it was to run in a sandbox when somebody enabled it.
    var isSandboxed: Bool
    /// The stamps of its files when it was hashed, by name: while they are the same, nothing is hashed again.
    var stamps: [String: String]
    /// Its manifest as it was enabled.
    public var manifest: PluginManifest
    /// The members of the manifest as it was enabled, also those that this version does not know.
    var manifestObject: JSONObject
    /// What the device set for it, by name.
    public var settings: JSONObject
}

/// The decisions on all plugins, in one small file: what a command must read before it can know of plugins at all.
public struct PluginDecisions: Sendable {
    private let path: String
    /// The decisions, by the plugins' ids.
    public private(set) var all: [String: PluginDecision] = [:]
    /// The bundled plugins that were disabled, and the settings of bundled ones.
    public private(set) var disabled: Set<String> = []
    /// The bundled plugins that somebody agreed to.
    public private(set) var consented: Set<String> = []
    private var bundledSettings: [String: JSONObject] = [:]
    /// Why the decisions are not known; nil if they are. No plugin may run then: one that somebody disabled could be
    /// among them.
    public private(set) var fault: PluginHostError?

    /// The decisions in a file; none if there is no file, and none if it cannot be read, which ``fault`` tells.
    public init(path: String) {
        self.path = path
        do {
            try read()
        } catch {
            fault = error as? PluginHostError ?? PluginHostError(.storage, "\(path) cannot be read: \(error)")
        }
    }

    /// Reads the file as it is now.
    ///
    /// - Throws: `PluginHostError` where it is there and cannot be read: nothing must be written over it then.
    private mutating func read() throws {
        let object: JSONObject
        do {
            guard let bytes = try LocalFile.read(path, limit: 16 << 20) else { return }
            object = try JSONObject.parse(bytes)
        } catch {
            throw unreadable("\(error)")
        }
        var (decided, settings): ([String: PluginDecision], [String: JSONObject]) = ([:], [:])
        for (id, entry) in try objects("plugins", of: object) {
            guard let decision = PluginDecision(entry) else {
                throw unreadable("‘plugins/\(id)’ does not say what was enabled")
            }
            decided[id] = decision
        }
        for (id, entry) in try objects("settings", of: object) { settings[id] = entry }
        let (off, on) = (try ids("disabled", of: object), try ids("enabled", of: object))
        (all, bundledSettings, disabled, consented) = (decided, settings, off, on)
        fault = nil
    }

    /// A member that holds objects by the plugins' ids; nothing where it is not there.
    private func objects(_ name: String, of object: JSONObject) throws -> [(id: String, entry: JSONObject)] {
        guard let value = object[name] else { return [] }
        guard let members = value.objectValue?.members else { throw unreadable("‘\(name)’ should be an object") }
        return try members.map { id, entry in
            guard let entry = entry.objectValue else { throw unreadable("‘\(name)/\(id.string)’ should be an object") }
            return (id.string, entry)
        }
    }

    /// A member that lists plugins' ids; none if it is not there.
    private func ids(_ name: String, of object: JSONObject) throws -> Set<String> {
        guard let value = object[name] else { return [] }
        guard let items = value.arrayValue, case let ids = items.compactMap(\.stringValue), ids.count == items.count
        else { throw unreadable("‘\(name)’ should be a list of plugin ids") }
        return Set(ids)
    }

    private func unreadable(_ reason: String) -> PluginHostError {
        PluginHostError(
            .storage, "\(path), which records the enabled plugins, cannot be read: \(reason)",
            hint: "Correct the file, or remove it and enable the plugins again.")
    }

    /// Records a decision; nil forgets all of it.
    public mutating func set(_ id: String, _ decision: PluginDecision?) throws {
        try change { $0.all[id] = decision }
    }

    /// Enables or disables a bundled plugin.
    public mutating func setBundled(_ id: String, isEnabled: Bool) throws {
        try change { decisions in
            if isEnabled { decisions.disabled.remove(id) } else { decisions.disabled.insert(id) }
            if isEnabled { decisions.consented.insert(id) } else { decisions.consented.remove(id) }
        }
    }

    /// What the device set for a plugin.
    public func settings(of id: String) -> JSONObject { all[id]?.settings ?? bundledSettings[id] ?? [:] }

    /// Sets something for a plugin; nil takes it back.
    public mutating func set(_ id: String, setting name: String, to value: JSON?) throws {
        try change { decisions in
            if decisions.all[id] != nil {
                decisions.all[id]?.settings[name] = value
            } else {
                decisions.bundledSettings[id, default: [:]][name] = value
            }
        }
    }

    /// Records that a plugin's files bear other stamps and hold what was enabled, so that they are not hashed at each
    /// start. Nothing comes of it where the file cannot be written, or somebody else writes it now.
    func note(_ stamps: [String: String], of id: String, like decision: PluginDecision) {
        let lock = LocalFile.lock(path + ".lock", waits: false)
        defer { LocalFile.unlock(lock) }
        guard lock >= 0 else { return }
        var current = self
        guard (try? current.read()) != nil, var now = current.all[id], now.hash == decision.hash,
            now.path == decision.path, now.stamps != stamps
        else { return }
        now.stamps = stamps
        current.all[id] = now
        try? current.save()
    }

    /// Makes one change to the file as it is now, whatever others changed in the meantime.
    private mutating func change(_ body: (inout PluginDecisions) -> Void) throws {
        let lock = LocalFile.lock(path + ".lock")
        defer { LocalFile.unlock(lock) }
        try read()
        body(&self)
        try save()
    }

    private func save() throws {
        var object: JSONObject = ["plugins": .object(JSONObject(all.map { ($0.key, .object($0.value.json)) }))]
        if !disabled.isEmpty { object["disabled"] = .array(disabled.sorted().map { .string($0) }) }
        if !consented.isEmpty { object["enabled"] = .array(consented.sorted().map { .string($0) }) }
        let settings = bundledSettings.filter { !$0.value.isEmpty }
        if !settings.isEmpty { object["settings"] = .object(JSONObject(settings.map { ($0.key, .object($0.value)) })) }
        do throws(SystemError) {
            try LocalFile.write(path, object.canonicalBytes())
        } catch {
            throw PluginHostError(.storage, "\(path) cannot be written: \(error)")
        }
    }
}

extension PluginDecision {
    init?(_ object: JSONObject) {
        guard let path = object["path"]?.stringValue, let hash = object["hash"]?.stringValue,
            let members = object["manifest"]?.objectValue
        else { return nil }
        self.path = path
        self.hash = hash
        manifest = PluginManifest(trusted: members)
        manifestObject = members
        isEnabled = object["enabled"] == true
        // Where nothing is said, an earlier version wrote it.
        isSandboxed = object["sandboxed"].map { $0 == true } ?? !manifest.needs.programs
        settings = object["settings"]?.objectValue ?? [:]
        stamps = [:]
        for (name, stamp) in object["stamps"]?.objectValue?.members ?? JSONObject().members {
            stamps[name.string] = stamp.stringValue
        }
    }

    var json: JSONObject {
        [
            "path": .string(path), "hash": .string(hash), "enabled": .bool(isEnabled),
            "sandboxed": .bool(isSandboxed), "manifest": .object(manifestObject), "settings": .object(settings),
            "stamps": .object(JSONObject(stamps.map { ($0.key, .string($0.value)) })),
        ]
    }

    /// Creates a decision to enable the current contents of a folder.
    init(enabling folder: PluginFolder, settings: JSONObject, isSandboxed: Bool) throws(PluginFolderError) {
        self.isSandboxed = isSandboxed
        path = folder.path
        hash = try folder.hash()
        isEnabled = true
        stamps = folder.stamps
        manifest = folder.manifest
        manifestObject = folder.manifestObject
        self.settings = settings
    }

    /// What a look at the plugin's files found.
    enum Look: Hashable, Sendable {
        /// They are those that were enabled, by their stamps.
        case same
        /// They hold what was enabled, with other stamps.
        case touched([String: String])
        /// They are not what was enabled, or cannot be read.
        case changed
    }

    /// Whether the plugin's files are those that were enabled. Only where a stamp differs, everything is hashed.
    func look() -> Look {
        if !stamps.isEmpty, stamps.allSatisfy({ FileStamp("\(path)/\($0.key)")?.text == $0.value }) { return .same }
        guard let folder = try? PluginFolder(path), (try? folder.hash()) == hash else { return .changed }
        return .touched(folder.stamps)
    }
}
