// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
public import HometaskPluginProtocol

/// The contract between the host and a plugin, as a test suite. It tests all requirements of the protocol with the real
/// program, in the sandbox in which it would run.
///
/// Nothing outside is changed: the family exists only in memory, and reminders are sent only to a test address that the
/// caller names.
public struct PluginConformance {
    private let run: PluginTrialRun
    private let families = SampleFamilies()
    /// The offer names that other plugins on this machine, or the program itself, also use.
    public let clashes: [NameClash]
    /// The names that hometask itself uses.
    private let ownNames: [String: Set<String>]
    /// The members of the plugin's `plugin.json`; nil for a bundled plugin.
    private let manifestObject: JSONObject?
    /// The recipient of a channel's deliveries; nil to deliver nothing.
    private let recipient: TestRecipient?
    private let scratch: String

    /// Receives the deliveries on a channel in place of members.
    public struct TestRecipient: Sendable {
        /// The name of the channel, as offered by the plugin.
        public var channel: String
        /// The address on the channel; nil if the channel needs none.
        public var address: String?

        /// Creates a recipient; the suite refuses a channel that the plugin does not offer.
        public init(channel: String, address: String?) {
            self.channel = channel
            self.address = address
        }
    }

    /// Creates the suite for a plugin in a folder, whether it is enabled or not, or for a bundled one by its id.
    ///
    /// - Parameters:
    ///   - recipient: the recipient of a channel's deliveries; nil to deliver nothing.
    ///   - settings: the plugin's settings, by name.
    ///   - timeout: the time in milliseconds that the plugin may take to name its protocol version, to send anything
    ///     while it works, and to end; nil for 5, 3 and 2 seconds.
    /// - Throws: `PluginHostError` if there is no such plugin or channel.
    public init(
        _ name: String, of host: PluginHost, delivering recipient: TestRecipient? = nil,
        settings: [String: String] = [:], timeout: Int? = nil
    ) throws {
        self.recipient = recipient
        ownNames = host.ownNames()
        var template = Array("/tmp/hometask-plugin-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw PluginHostError(.storage, "cannot create a folder in /tmp")
        }
        scratch = String(cString: made)
        let plugin: UsablePlugin
        if let bundled = host.bundled.first(where: { $0.id == name }) {
            plugin = UsablePlugin(manifest: bundled.manifest, decision: nil)
            manifestObject = nil
        } else {
            let folder = try host.readFolder(name)
            manifestObject = folder.manifestObject
            do {
                plugin = UsablePlugin(
                    manifest: folder.manifest,
                    decision: try PluginDecision(enabling: folder, settings: [:], isSandboxed: false))
            } catch {
                throw PluginHostError(.invalid, "\(error)")
            }
        }
        if let recipient, !plugin.manifest.offers.channels.contains(where: { $0.name == recipient.channel }) {
            throw PluginHostError(
                .notFound, "the plugin ‘\(plugin.id)’ has no channel ‘\(recipient.channel)’")
        }
        clashes = host.clashes(of: plugin.manifest, among: host.known())
        var launch = try host.launch(plugin)
        launch.dataFolder = scratch + "/data"
        let context = PluginContext(
            members: [
                "family": [
                    "id": .string(SampleFamily.id.description), "name": "Sample", "zone": "Europe/Amsterdam",
                    "weekStart": "monday",
                ]
            ], now: SampleFamily.time)
        var opening = host.opening(plugin, context, limits: PluginLimits())
        opening["folder"] = .string(launch.dataFolder)
        opening["settings"] = .object(JSONObject(settings.map { ($0.key, .string($0.value)) }))
        var limits = PluginLimits()
        limits.silence = timeout ?? 3000
        limits.start = timeout ?? limits.start
        limits.end = timeout ?? limits.end
        // A flood of messages should be detected without a long wait.
        limits.notes /= 10
        limits.requests /= 10
        limits.pieces /= 10
        run = PluginTrialRun(
            manifest: plugin.manifest, launch: launch, log: PluginLog(path: scratch + "/log"), opening: opening,
            limits: limits)
    }

    /// The plugin's log entries during the checks.
    public var log: String {
        String(decoding: (try? LocalFile.read(scratch + "/log", limit: 16 << 20)) ?? [], as: UTF8.self)
    }

    /// The manifest of the plugin that is tested.
    public var manifest: PluginManifest { run.manifest }

    /// Whether the plugin was tested in a sandbox.
    public var isSandboxed: Bool { run.launch.isSandboxed }

    /// Runs all checks.
    ///
    /// - Parameter report: called with each check when it is done.
    /// - Returns: all checks.
    public func tryAll(_ report: (ConformanceCheck) throws -> Void) rethrows -> [ConformanceCheck] {
        var all: [ConformanceCheck] = []
        var isSpeaking = true
        let conversation = conversationChecks().map { ($0, ProtocolRule.conversation) }
        for ((name, check), rule) in conversation + offerChecks().map({ ($0, ProtocolRule.hostRequests) }) {
            let start = Deadline.after(milliseconds: 1 << 30)
            let outcome: ConformanceCheck.Outcome
            do {
                outcome =
                    isSpeaking
                    ? try check().map { .skipped($0) } ?? .passed
                    : .skipped(.other("it does not name its protocol version"))
            } catch {
                outcome = .failed(Self.words(error), ProtocolRule.broken(by: error) ?? rule)
                // If the first conversation fails, all other requests would fail in the same way.
                if all.isEmpty { isSpeaking = (error as? PluginFault)?.kind == .ignoredTermination }
            }
            let milliseconds = (1 << 30) - Int(start.remaining)
            all.append(ConformanceCheck(name: name, outcome: outcome, milliseconds: milliseconds))
            if let last = all.last { try report(last) }
        }
        return all
    }

    /// Returns the checks for every plugin, regardless of its offers.
    private func conversationChecks() -> [Check] {
        let manifest = ManifestChecks(
            manifest: run.manifest, manifestObject: manifestObject, clashes: clashes, ownNames: ownNames)
        return ConversationChecks(run: run).all() + manifest.all()
    }

    /// Returns the checks for each offer of the plugin.
    private func offerChecks() -> [Check] {
        let offers = run.manifest.offers
        let formats = FormatChecks(run: run, families: families)
        let work = WorkChecks(run: run, families: families)
        var checks: [Check] = []
        for offer in offers.exporters { checks += formats.exporter(offer) }
        for offer in offers.importers { checks += formats.importer(offer) }
        for offer in offers.commands { checks += work.command(offer) }
        for offer in offers.views { checks += work.view(offer) }
        for hook in offers.hooks { checks += HookChecks(run: run, families: families).all(hook) }
        for offer in offers.places { checks += PlaceChecks(run: run, families: families).all(offer) }
        for offer in offers.positions { checks += work.position(offer) }
        for offer in offers.photos { checks += PhotoChecks(run: run).all(offer) }
        for offer in offers.cameras {
            checks.append(("it takes a photo with ‘\(offer.name)’", { .other("a test takes no photos") }))
        }
        for offer in offers.channels { checks += ChannelChecks(run: run, recipient: recipient).all(offer) }
        return checks
    }

    /// Removes the files of the tests.
    public func cleanUp() {
        FolderTree.remove(scratch)
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as PluginFault: "it \(error)"
        case let error as RPCError: "it answered with the error \(error.code): \(error.message)"
        case let error as ReplicaError: "it \(error.message)"
        default: "\(error)"
        }
    }

    /// A check: returns nil if passed, or the reason why the check was skipped.
    typealias Check = (name: String, run: () throws -> ConformanceCheck.SkipReason?)
}
