// SPDX-License-Identifier: Apache-2.0

import Glibc
public import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskProcess

extension PluginHost {
    /// Copies a plugin's folder to where this user's plugins are. It does not run before it is enabled.
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
        if let other = shadow(of: id) {
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
                try LocalFile.write("\(draft)/\(file.name)", bytes, mode: file.stamp.isExecutable ? 0o755 : 0o644)
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

    /// The folder outside of the installed plugins where a plugin of an id would be found rather than among those.
    private func shadow(of id: String) -> String? {
        guard let found = known().first(where: { $0.id == id }), found.origin == .found, let path = found.path,
            FileStamp(path) != nil
        else { return nil }
        return path
    }

    /// Refuses a plugin that cannot do anything here, even if it is otherwise valid.
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

    /// Lets a plugin run from now on, as it is now; also one that has changed or was set aside.
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
        // Somebody decides by what holds it now, and not by what was found long ago.
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

    /// Lets a plugin run no longer.
    public mutating func disable(_ plugin: KnownPlugin) throws {
        guard plugin.origin != .bundled else { return try decisions.setBundled(plugin.id, isEnabled: false) }
        guard var decision = decisions.all[plugin.id] else { return }
        decision.isEnabled = false
        try decisions.set(plugin.id, decision)
    }

    /// Forgets a plugin, and removes its folder where it was installed. What it keeps in its own folder goes too.
    public mutating func remove(_ plugin: KnownPlugin) throws {
        guard plugin.origin != .bundled else {
            throw PluginHostError(
                .refused, "the plugin ‘\(plugin.id)’ comes with hometask and cannot be removed",
                hint: "\(.disablePlugin(plugin.id)) turns it off.")
        }
        try decisions.set(plugin.id, nil)
        if plugin.origin == .installed, let path = plugin.path { FolderTree.remove(path) }
        FolderTree.remove("\(places.state)/\(plugin.id)")
    }

    /// Sets something for a plugin on this device; nil takes it back.
    ///
    /// - Throws: `PluginHostError.Code.invalidValue` where the plugin says what can be set, and it is not that.
    public mutating func set(_ plugin: KnownPlugin, setting name: String, to value: JSON?) throws {
        if let value { try check(value, as: name, of: plugin) }
        try decisions.set(plugin.id, setting: name, to: value)
    }

    /// Checks a setting against the plugin's manifest.
    private func check(_ value: JSON, as name: String, of plugin: KnownPlugin) throws {
        guard let settings = plugin.manifest?.settings else { return }
        guard let setting = settings.first(where: { $0.name == name }) else {
            let names = settings.map(\.name)
            throw PluginHostError(
                .invalidValue, "the plugin ‘\(plugin.id)’ has no setting ‘\(name)’",
                hint: names.isEmpty ? "It has none." : "It has: \(names.joined(separator: ", ")).")
        }
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
    /// The text as a word of a command line: in quotes where it has blanks or more.
    fileprivate var quoted: String { contains { " <>\"$".contains($0) } ? "'\(self)'" : self }
}
