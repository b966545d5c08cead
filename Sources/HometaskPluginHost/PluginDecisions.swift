// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskPluginProtocol
import HometaskProcess
import HometaskSystem

/// The user's decision about a plugin on this machine. Nothing in it comes from a family's repository.
public struct PluginDecision: Hashable, Sendable {
    /// The folder in which the plugin was enabled.
    public var path: String
    /// The hash of the enabled files.
    public var hash: String
    /// Whether the user has enabled the plugin.
    public var isEnabled: Bool
    /// Whether the plugin was to run in a sandbox when it was enabled.
    var isSandboxed: Bool
    /// The stamps of the plugin's files when they were hashed, by name. The files are hashed again only if a stamp
    /// changes.
    var stamps: [String: String]
    /// The manifest of the enabled version.
    public var manifest: PluginManifest
    /// The members of the enabled version's manifest, including those that this version of hometask does not know.
    var manifestObject: JSONObject
    /// The plugin's settings on this device, by name.
    public var settings: JSONObject
}

/// The decisions about all plugins, in one small file. Every command must read this file to know the plugins.
public struct PluginDecisions: Sendable {
    private let path: String
    /// The decisions, by the plugins' ids.
    public private(set) var all: [String: PluginDecision] = [:]
    /// The bundled plugins that were disabled, and the settings of bundled plugins.
    public private(set) var disabled: Set<String> = []
    /// The bundled plugins that the user agreed to.
    public private(set) var consented: Set<String> = []
    private var bundledSettings: [String: JSONObject] = [:]
    /// Why the decisions are unknown; nil if they are known. No plugin may run while they are unknown, because the user
    /// may have disabled it.
    public private(set) var fault: PluginHostError?

    /// Reads the decisions in a file. There are none if the file does not exist, or if it cannot be read; in the latter
    /// case ``fault`` is set.
    public init(path: String) {
        self.path = path
        do {
            try read()
        } catch {
            fault = error as? PluginHostError ?? PluginHostError(.storage, "\(path) cannot be read: \(error)")
        }
    }

    /// Reads the current file.
    ///
    /// - Throws: `PluginHostError` if the file exists but cannot be read; it must not be overwritten in that case.
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

    /// Returns a member that contains objects by plugin id; empty if it is missing.
    private func objects(_ name: String, of object: JSONObject) throws -> [(id: String, entry: JSONObject)] {
        guard let value = object[name] else { return [] }
        guard let members = value.objectValue?.members else { throw unreadable("‘\(name)’ should be an object") }
        return try members.map { id, entry in
            guard let entry = entry.objectValue else { throw unreadable("‘\(name)/\(id.string)’ should be an object") }
            return (id.string, entry)
        }
    }

    /// Returns a member that lists plugin ids; empty if it is missing.
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

    /// Records a decision; nil removes it completely.
    public mutating func set(_ id: String, _ decision: PluginDecision?) throws {
        try updateFile { $0.all[id] = decision }
    }

    /// Enables or disables a bundled plugin.
    public mutating func setBundled(_ id: String, isEnabled: Bool) throws {
        try updateFile { decisions in
            if isEnabled { decisions.disabled.remove(id) } else { decisions.disabled.insert(id) }
            if isEnabled { decisions.consented.insert(id) } else { decisions.consented.remove(id) }
        }
    }

    /// Returns the settings of a plugin on this device.
    public func settings(of id: String) -> JSONObject { all[id]?.settings ?? bundledSettings[id] ?? [:] }

    /// Changes a plugin's setting; nil removes it.
    public mutating func set(_ id: String, setting name: String, to value: JSON?) throws {
        try updateFile { decisions in
            if decisions.all[id] != nil {
                decisions.all[id]?.settings[name] = value
            } else {
                decisions.bundledSettings[id, default: [:]][name] = value
            }
        }
    }

    /// Records new stamps of a plugin's files whose contents are unchanged, so that they are not hashed at each start.
    /// Nothing is recorded if the file cannot be written, or another process is writing it.
    func recordStamps(_ stamps: [String: String], of id: String, like decision: PluginDecision) {
        guard let lock = (try? LockFile.acquire(path + ".lock")) ?? nil else { return }
        lock.hold {
            var current = self
            guard (try? current.read()) != nil, var now = current.all[id], now.hash == decision.hash,
                now.path == decision.path, now.stamps != stamps
            else { return }
            now.stamps = stamps
            current.all[id] = now
            try? current.save()
        }
    }

    /// Applies one change to the current file, which keeps concurrent changes by other processes.
    private mutating func updateFile(_ body: (inout PluginDecisions) -> Void) throws {
        LocalFile.makeFolder(LocalFile.folder(of: path))
        let lock: LockFile?
        do throws(FileError) {
            lock = try LockFile.acquire(path + ".lock", patience: nil)
        } catch {
            throw PluginHostError(.storage, error.description)
        }
        defer { withExtendedLifetime(lock) {} }
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
            try LocalFile.writeFile(path, object.canonicalBytes())
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
        // A decision without this member was written by an earlier version.
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

    /// How the plugin's files differ from those that were enabled.
    enum FileState: Hashable, Sendable {
        /// The files are unchanged according to their stamps.
        case same
        /// The files have other stamps, but the same contents.
        case touched([String: String])
        /// The files have changed, or cannot be read.
        case changed
    }

    /// Checks whether the plugin's files have changed since it was enabled. The files are hashed only if a stamp
    /// differs.
    func fileState() -> FileState {
        if !stamps.isEmpty, stamps.allSatisfy({ FileStamp("\(path)/\($0.key)")?.text == $0.value }) { return .same }
        guard let folder = try? PluginFolder(path), (try? folder.hash()) == hash else { return .changed }
        return .touched(folder.stamps)
    }
}
