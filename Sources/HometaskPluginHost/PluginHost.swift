// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskPlatform
public import HometaskPluginProtocol
import HometaskSystem

/// The plugins of this user on this machine: finding them, deciding which may run, and running them.
public struct PluginHost: Sendable {
    /// The folders and files of plugins, decisions, logs and the plugins' own data.
    public let places: PluginPlaces
    /// The plugins that come with the program.
    public let bundled: [BundledPlugin]
    /// The path of the program, which also runs as the bundled plugins.
    let program: String
    /// The environment variables; plugins receive very few of them.
    let variables: [String: String]
    /// The version of the program.
    let version: String
    /// The names that hometask itself uses, by kind of offer.
    let ownNames: @Sendable () -> [String: Set<String>]
    /// Whether plugins may only run in a sandbox.
    let requiresSandbox: @Sendable () -> Bool
    /// This user's decisions about plugins on this machine.
    public internal(set) var decisions: PluginDecisions

    /// The number of failures in a row after which a plugin is suspended.
    public static let patience = 3

    /// Creates a host from the environment.
    ///
    /// - Parameters:
    ///   - ownNames: returns the names reserved by hometask, keyed by their member of `offers`, such as `commands`; called
    ///     only when checking for name clashes.
    ///   - requiresSandbox: returns whether plugins must run in a sandbox; called only if no sandbox is available.
    public init(
        places: PluginPlaces, bundled: [BundledPlugin], program: String, variables: [String: String], version: String,
        ownNames: @escaping @Sendable () -> [String: Set<String>] = { [:] },
        requiresSandbox: @escaping @Sendable () -> Bool = { false }
    ) {
        self.requiresSandbox = requiresSandbox
        self.ownNames = ownNames
        self.places = places
        self.bundled = bundled
        self.program = program
        self.variables = variables
        self.version = version
        decisions = PluginDecisions(path: places.decisions)
    }

    /// The plugins that may run: the enabled ones, and the bundled ones unless they are disabled. Whether a plugin has
    /// changed or was suspended is only checked when it is started. Empty if the decisions cannot be read.
    public var usable: [UsablePlugin] { bundled.compactMap { usable($0) } + enabled }

    /// A bundled plugin, if it may run.
    private func usable(_ plugin: BundledPlugin) -> UsablePlugin? {
        guard decisions.fault == nil, !decisions.disabled.contains(plugin.id) else { return nil }
        let manifest = plugin.manifest
        return needsConsent(manifest) ? nil : UsablePlugin(manifest: manifest, decision: nil)
    }

    /// Whether a bundled plugin needs the user's consent: plugins that send task data to a network address from a
    /// family's documents, or search words to a network service.
    private func needsConsent(_ manifest: PluginManifest) -> Bool {
        let sends = !manifest.offers.channels.isEmpty || !manifest.offers.places.isEmpty
        return manifest.needs.network && sends && !decisions.consented.contains(manifest.id)
    }

    /// The plugins that the user enabled, by id.
    private var enabled: [UsablePlugin] {
        decisions.all.values.filter(\.isEnabled).map { UsablePlugin(manifest: $0.manifest, decision: $0) }
            .sorted { $0.id < $1.id }
    }

    /// Returns the plugins with hooks for an event. Finding them only needs one small file, because bundled plugins
    /// have no hooks.
    public func hooks(_ event: PluginHook.Event) -> [UsablePlugin] {
        enabled.filter { $0.manifest.offers.hooks.contains { $0.event == event } }
    }

    /// The fields that plugins add to documents. Finding them only needs one small file, because bundled plugins add
    /// none.
    public var extensionFields: ExtensionFields {
        let offering = enabled.filter { !$0.manifest.offers.fields.isEmpty }
        if offering.isEmpty { return .none }
        return ExtensionFields(offering.map { ($0.id, $0.manifest.offers.fields) })
    }

    /// Returns the offer with a name, and the plugin that offers it; nil if there is none.
    public func offering(
        _ name: String, _ offers: KeyPath<PluginOffers, [PluginOffer]>
    ) -> (plugin: UsablePlugin, offer: PluginOffer)? {
        func found(_ plugin: UsablePlugin?) -> (plugin: UsablePlugin, offer: PluginOffer)? {
            guard let plugin, let offer = plugin.manifest.offers[keyPath: offers].first(where: { $0.name == name })
            else { return nil }
            return (plugin, offer)
        }
        // Parsing a manifest takes time, so a bundled plugin with this name is checked first: most bundled plugins have
        // the name of their offer, and no two of them have the same offer.
        let namesake = bundled.first { $0.id == name }
        if let found = found(namesake.flatMap { usable($0) }) { return found }
        for plugin in bundled where plugin.id != name {
            if let found = found(usable(plugin)) { return found }
        }
        for plugin in enabled {
            if let found = found(plugin) { return found }
        }
        return nil
    }

    /// Finds all plugins on this machine, the bundled ones first, then by id.
    public func known() -> [KnownPlugin] {
        var found: [KnownPlugin] = bundled.map { plugin in
            let id = plugin.id
            let state: KnownPlugin.State =
                usable(plugin) == nil ? .disabled : isSetAside(id) ? .setAside : .enabled
            return KnownPlugin(
                id: id, origin: .bundled, path: nil, manifest: plugin.manifest, state: state, hash: nil)
        }
        var seen = Set(found.map(\.id))
        var others: [KnownPlugin] = []
        let chosen = Set(decisions.all.values.map(\.path))
        // If two folders contain the same plugin, the enabled one is used.
        for (folder, origin) in candidates().filter({ chosen.contains($0.0) }) + candidates() {
            let plugin = known(in: folder, origin)
            if seen.insert(plugin.id).inserted { others.append(plugin) }
        }
        for (id, decision) in decisions.all where !seen.contains(id) {
            others.append(known(in: decision.path, .found))
        }
        found += others.sorted { $0.id < $1.id }
        return found
    }

    /// Returns the id of a plugin that would offer something under a name if it could run; nil if there is none.
    public func disabled(_ name: String, _ offers: KeyPath<PluginOffers, [PluginOffer]>) -> String? {
        known().first { plugin in
            plugin.manifest?.offers[keyPath: offers].contains { $0.name == name } ?? false
        }?.id
    }

    /// Returns the id of a plugin that adds a field to documents of a kind but may not run; nil if there is none.
    public func disabled(field name: String, of kind: DocumentKind) -> String? {
        known().first { plugin in
            plugin.state != .enabled && plugin.manifest?.offers.fields[kind]?[name] != nil
        }?.id
    }

    /// Returns the folder that a word names, either by a folder's path or by a plugin's id; the path if there is
    /// neither.
    public func folder(_ word: String, at path: String) -> String {
        if FileStamp(path) != nil { return path }
        return known().first { $0.id == word }?.path ?? path
    }

    /// Whether a folder exists.
    public func isFolder(_ path: String) -> Bool { FileStamp(path)?.isFolder ?? false }

    /// Returns the folders that may contain plugins.
    private func candidates() -> [(String, KnownPlugin.Origin)] {
        let installed = LocalFile.names(in: places.installed).map {
            ("\(places.installed)/\($0)", KnownPlugin.Origin.installed)
        }
        let searched = places.searched.flatMap { root in
            LocalFile.names(in: root).map { ("\(root)/\($0)", KnownPlugin.Origin.found) }
        }
        return (searched + installed).filter { path, _ in
            !(path.split(separator: "/").last?.hasPrefix(".") ?? true)
                && FileStamp("\(path)/\(PluginManifest.fileName)") != nil
        }
    }

    private func known(in path: String, _ origin: KnownPlugin.Origin) -> KnownPlugin {
        do {
            let folder = try PluginFolder(path)
            let id = folder.manifest.id
            let hash = try folder.hash()
            var state = KnownPlugin.State.disabled
            if let decision = decisions.all[id], decision.isEnabled {
                state =
                    decision.path != path
                    ? .disabled
                    : decision.hash != hash
                        ? .changed : isExposed(decision) ? .exposed : isSetAside(id) ? .setAside : .enabled
            }
            return KnownPlugin(
                id: id, origin: origin, path: path, manifest: folder.manifest, state: state, hash: hash)
        } catch {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return KnownPlugin(
                id: decisions.all.first { $0.value.path == path }?.key ?? name, origin: origin, path: path,
                manifest: nil, state: .broken("\(error)"), hash: nil)
        }
    }

    /// Whether a plugin would run without the sandbox with which it was enabled.
    private func isExposed(_ decision: PluginDecision) -> Bool {
        decision.isSandboxed && !hasSandbox
    }

    /// Whether a plugin is suspended because it failed too often.
    func isSetAside(_ id: String) -> Bool { failures(id) >= Self.patience }

    /// Returns the number of consecutive failures of a plugin.
    public func failures(_ id: String) -> Int {
        guard let bytes = try? LocalFile.read(places.failures(id), limit: 100) else { return 0 }
        return Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }) ?? 0
    }

    func setFailures(_ count: Int, _ id: String) {
        let path = places.failures(id)
        if count == 0 {
            unlink(path)
        } else {
            try? LocalFile.writeFile(path, Array("\(count)\n".utf8))
        }
    }

    /// Returns the newest part of a plugin's log; empty if the plugin has none.
    public func log(of id: String) -> String {
        let bytes = try? LocalFile.read(places.log(id), limit: 4 * PluginLimits.log)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}

/// A plugin that may run.
public struct UsablePlugin: Sendable {
    /// The manifest, which declares what it offers and needs.
    public let manifest: PluginManifest
    /// The decision; nil for bundled plugins.
    let decision: PluginDecision?

    /// The id in the manifest.
    public var id: String { manifest.id }
}

extension PluginHost {
    /// Creates a folder for exchanging files with a plugin.
    public func scratch(for plugin: UsablePlugin) throws -> ScratchFolder {
        try ScratchFolder(in: places.data(plugin.id))
    }
}
