// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskPluginProtocol
import HometaskProcess
import HometaskSystem

extension PluginHost {
    /// Copies a plugin's folder to the folder of this user's plugins. The plugin does not run until it is enabled.
    ///
    /// - Returns: the installed plugin.
    /// - Throws: `PluginHostError`.
    public func install(from path: String) throws -> KnownPlugin {
        let folder = try readFolder(path)
        let id = folder.manifest.id
        if bundled.contains(where: { $0.id == id }) {
            throw PluginHostError(
                .exists, "a plugin with the id ‘\(id)’ comes with hometask", hint: "Give yours another id.")
        }
        try requireOffers(folder.manifest)
        if let other = overridingFolder(of: id) {
            throw PluginHostError(
                .exists,
                "the plugin ‘\(id)’ is already in \(other), which takes precedence over installed plugins",
                hint:
                    "\(.enablePlugin(id)) lets it run where it is. To install it, remove "
                    + "\(LocalFile.folder(of: other)) from HOMETASK_PLUGIN_PATH, or move \(other) elsewhere.")
        }
        let target = "\(places.installed)/\(id)"
        let draft = "\(places.installed)/.\(id).\(getpid())"
        do throws(SystemError) {
            for file in folder.files {
                guard let bytes = try LocalFile.read("\(path)/\(file.name)", limit: PluginFolder.mostBytes) else {
                    continue
                }
                try LocalFile.writeFile("\(draft)/\(file.name)", bytes, mode: file.stamp.isExecutable ? 0o755 : 0o644)
            }
            try FolderTree.replace(target, by: draft)
        } catch {
            FolderTree.remove(draft)
            throw PluginHostError(.storage, "the plugin could not be copied to \(target): \(error)")
        }
        guard let plugin = known().first(where: { $0.path == target }) else {
            throw PluginHostError(.storage, "the plugin was copied to \(target), but is not found there")
        }
        return plugin
    }

    /// Returns the folder of a plugin with this id that takes precedence over the installed plugins.
    private func overridingFolder(of id: String) -> String? {
        guard let found = known().first(where: { $0.id == id }), found.origin == .found, let path = found.path,
            FileStamp(path) != nil
        else { return nil }
        return path
    }

    /// Throws an error if a valid plugin offers nothing that this version supports.
    private func requireOffers(_ manifest: PluginManifest) throws {
        if Set(manifest.protocols).isDisjoint(with: PluginProtocol.versions) {
            func words(_ versions: [Int]) -> String { versions.map(String.init).joined(separator: ", ") }
            throw PluginHostError(
                .invalid,
                "the plugin ‘\(manifest.id)’ supports version \(words(manifest.protocols)) of the protocol, and this "
                    + "hometask supports \(words(PluginProtocol.versions))",
                hint: "Try another version of the plugin, or a newer hometask.")
        }
        let offers = manifest.offers
        if offers.hooks.isEmpty, offers.named.allSatisfy(\.names.isEmpty), offers.fields.values.allSatisfy(\.isEmpty) {
            throw PluginHostError(
                .invalid, "the plugin ‘\(manifest.id)’ offers nothing that this hometask knows",
                hint: "‘offers’ in its plugin.json should list what it provides: commands, exporters, hooks, fields."
            )
        }
    }

    /// Enables a plugin in its current version, even if it has changed or was suspended.
    ///
    /// - Throws: `PluginHostError`.
    public mutating func enable(_ plugin: KnownPlugin) throws {
        guard let path = plugin.path else {
            setFailures(0, plugin.id)
            return try decisions.setBundled(plugin.id, isEnabled: true)
        }
        let folder = try readFolder(path)
        try requireOffers(folder.manifest)
        setFailures(0, plugin.id)
        // Check the sandbox now instead of relying on a stored result: the user's decision depends on it.
        let sandbox = folder.manifest.needs.programs ? nil : try sandbox.working(isFresh: true)
        let decision: PluginDecision
        do throws(PluginFolderError) {
            decision = try PluginDecision(
                enabling: folder, settings: decisions.settings(of: plugin.id),
                isSandboxed: sandbox != nil)
        } catch {
            throw PluginHostError(.invalid, "\(error)")
        }
        guard decision.hash == plugin.hash else {
            throw PluginHostError(.invalid, "\(path) has changed since it was shown", hint: "Check it again.")
        }
        try decisions.set(plugin.id, decision)
    }

    /// Disables a plugin, and keeps its settings and data.
    public mutating func disable(_ plugin: KnownPlugin) throws {
        guard plugin.origin != .bundled else { return try decisions.setBundled(plugin.id, isEnabled: false) }
        guard var decision = decisions.all[plugin.id] else { return }
        decision.isEnabled = false
        try decisions.set(plugin.id, decision)
    }

    /// Removes a plugin's decision and data, and its folder if it was installed.
    public mutating func remove(_ plugin: KnownPlugin) throws {
        guard plugin.origin != .bundled else {
            throw PluginHostError(
                .bundled, "the plugin ‘\(plugin.id)’ comes with hometask and cannot be removed",
                hint: "\(.disablePlugin(plugin.id)) disables it.")
        }
        try decisions.set(plugin.id, nil)
        if plugin.origin == .installed, let path = plugin.path { FolderTree.remove(path) }
        FolderTree.remove("\(places.state)/\(plugin.id)")
    }

    /// Changes a plugin's setting on this device; nil removes it.
    ///
    /// - Throws: `PluginHostError.Code.invalidValue` if the plugin declares its settings and this value is not allowed.
    public mutating func set(_ plugin: KnownPlugin, setting name: String, to value: JSON?) throws {
        if let value { try check(value, as: name, of: plugin) }
        try decisions.set(plugin.id, setting: name, to: value)
    }

    /// Throws an error if a plugin declares its settings, and no setting has the name.
    ///
    /// - Throws: `PluginHostError.Code.invalidValue`, with the names of the plugin's settings.
    public func requireSetting(_ name: String, of plugin: KnownPlugin) throws {
        _ = try declaration(of: name, in: plugin)
    }

    /// Returns the declaration of a setting in a plugin's manifest; nil if the manifest declares no settings.
    private func declaration(of name: String, in plugin: KnownPlugin) throws -> PluginSetting? {
        guard let settings = plugin.manifest?.settings else { return nil }
        if let setting = settings.first(where: { $0.name == name }) { return setting }
        let names = settings.map(\.name)
        throw PluginHostError(
            .invalidValue, "the plugin ‘\(plugin.id)’ has no setting ‘\(name)’",
            hint: names.isEmpty ? "It has none." : "Settings: \(names.joined(separator: ", ")).")
    }

    /// Checks a setting against the plugin's manifest.
    private func check(_ value: JSON, as name: String, of plugin: KnownPlugin) throws {
        guard let setting = try declaration(of: name, in: plugin) else { return }
        let text = value.stringValue ?? value.compactText
        guard let expected = setting.expectation(of: text) else { return }
        let example = setting.example.map { example -> Hint in
            " Set it with \(.configurePlugin(plugin.id, setting: name, value: example.quoted))."
        }
        throw PluginHostError(
            .invalidValue, "the setting ‘\(name)’ of ‘\(plugin.id)’ should be \(expected), but is ‘\(text)’",
            hint: "\(setting.summary)\(example ?? "")")
    }

    func readFolder(_ path: String) throws -> PluginFolder {
        do throws(PluginFolderError) {
            return try PluginFolder(path)
        } catch {
            let hint: Hint = "A plugin is a folder with a plugin.json; the guide shows one."
            if access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR {
                throw PluginHostError(.notFound, "there is no folder \(path)", hint: hint)
            }
            throw PluginHostError(.invalid, "\(error)", hint: error.isManifest ? hint : nil)
        }
    }
}

extension String {
    /// The text as a shell word: quoted if it contains spaces or special characters.
    fileprivate var quoted: String { contains { " <>\"$".contains($0) } ? "'\(self)'" : self }
}
