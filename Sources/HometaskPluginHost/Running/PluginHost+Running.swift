// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskPluginProtocol
public import HometaskReplica

extension PluginHost {
    /// Starts a plugin, sends it one request, and ends it.
    ///
    /// - Parameters:
    ///   - screen: inspects the answer before it is validated.
    ///   - accept: inspects the answer; an `RPCError` that it throws counts as the plugin's fault.
    ///   - uncounted: faults that do not count against the plugin, because its input may cause them.
    ///   - isDone: whether a valid answer completes the work; otherwise ``recordSuccess(_:)`` must be called when the
    ///     remaining work is done.
    ///   - answering: the share recorded for commands that the plugin starts; nil for the share of the current command.
    /// - Throws: `PluginHostError` if the plugin may not run, has a fault (which is counted), or reports an error.
    public func ask(
        _ plugin: UsablePlugin, _ method: String, params: JSONObject, in context: PluginContext,
        limits: PluginLimits = PluginLimits(), services: PluginServices = .none,
        screen: (JSONObject) throws -> Void = { _ in }, accept: (JSONObject) throws -> Void = { _ in },
        uncounted: Set<PluginFault.Kind> = [], isDone: () -> Bool = { true }, answering: PluginShare? = nil
    ) throws -> PluginOutcome {
        try require(plugin)
        let log = PluginLog(path: places.log(plugin.id))
        do {
            let connection = try connect(plugin, context, limits: limits, log: log, answering: answering)
            let result: JSONObject
            do {
                result = try connection.request(method, params, services: services)
                try screen(result)
                try ProtocolPart.hold(result, to: method)
                do {
                    try accept(result)
                } catch let error as RPCError where error.kind == .invalidParams {
                    throw PluginFault(.garbage, "gave an invalid answer to ‘\(method)’: \(error.message)")
                }
            } catch {
                _ = connection.end()
                throw error
            }
            let faults = connection.end()
            if let fault = faults.first { count(fault, plugin) } else if isDone() { recordSuccess(plugin) }
            return PluginOutcome(result: result, warnings: faults.map { "the plugin ‘\(plugin.id)’ \($0.message)" })
        } catch let fault as PluginFault where uncounted.contains(fault.kind) {
            throw PluginHostError(.fault, "the plugin ‘\(plugin.id)’ \(fault)")
        } catch let fault as PluginFault {
            throw recordFailure(plugin, fault)
        } catch let error as RPCError {
            throw hostError(error, plugin)
        }
    }

    /// Throws an error if a plugin may not run.
    private func require(_ plugin: UsablePlugin) throws {
        if let fault = decisions.fault { throw fault }
        if isSetAside(plugin.id) {
            throw PluginHostError(
                .setAside, "the plugin ‘\(plugin.id)’ failed \(Self.patience) times in a row and was suspended",
                hint:
                    "\(.showPluginLog(plugin.id)) shows why; \(.enablePlugin(plugin.id)) enables it again."
            )
        }
        guard let decision = plugin.decision else { return }
        switch decision.fileState() {
        case .same: break
        case .touched(let stamps): decisions.recordStamps(stamps, of: plugin.id, like: decision)
        case .changed:
            throw PluginHostError(
                .notEnabled, "the plugin ‘\(plugin.id)’ has changed since it was enabled",
                hint: "Check it, then enable it again with \(.enablePlugin(plugin.id)).")
        }
    }

    /// Whether plugins run in a sandbox on this machine.
    public var hasSandbox: Bool { (try? sandbox.working()) != nil }

    var sandbox: PluginSandbox { PluginSandbox(note: "\(places.state)/sandbox") }

    /// Determines how a plugin is started.
    ///
    /// - Throws: `PluginHostError` if it cannot be determined whether a sandbox is available, or if none is available
    ///   and one is required, by the user's setting or because the plugin was enabled with one.
    func launch(_ plugin: UsablePlugin) throws(PluginHostError) -> PluginLaunch {
        // A plugin that starts other programs runs without a sandbox.
        let sandbox = plugin.manifest.needs.programs ? nil : try sandbox.working()
        if sandbox == nil { try requireNoSandbox(for: plugin) }
        let path = plugin.decision.map { "\($0.path)/\(plugin.manifest.program ?? "")" } ?? program
        let variables = self.variables.filter { PluginLaunch.busVariables.contains($0.key) }
        return PluginLaunch(
            program: path, arguments: plugin.manifest.arguments, folder: plugin.decision?.path,
            dataFolder: places.data(plugin.id),
            needs: plugin.manifest.needs, sandbox: sandbox, busVariables: variables)
    }

    /// Throws an error if a plugin may not run without a sandbox.
    private func requireNoSandbox(for plugin: UsablePlugin) throws(PluginHostError) {
        let id = plugin.id
        if requiresSandbox() {
            let why =
                plugin.manifest.needs.programs
                ? "it starts other programs, which is not possible in a sandbox" : "no sandbox is available"
            throw PluginHostError(
                .notEnabled, "the plugin ‘\(id)’ does not run: \(why), and the setting plugin-sandbox is ‘required’",
                hint: "\(.allowUnsandboxed) allows it to run without one.")
        }
        guard plugin.decision?.isSandboxed ?? false else { return }
        throw PluginHostError(
            .notEnabled, "the plugin ‘\(id)’ was enabled with a sandbox, which is no longer available",
            hint: "Make /usr/bin/bwrap work again, or allow it to run without with \(.enablePlugin(id)).")
    }

    /// Starts a plugin and initializes it.
    private func connect(
        _ plugin: UsablePlugin, _ context: PluginContext, limits: PluginLimits, log: PluginLog,
        answering: PluginShare?
    ) throws -> PluginConnection {
        var launch = try launch(plugin)
        launch.answering = answering ?? PluginLaunch.answering(variables)
        do {
            return try PluginConnection(
                launch, opening: opening(plugin, context, limits: limits), limits: limits, log: log)
        } catch let fault as PluginFault where fault.kind == .crash && launch.isSandboxed {
            // The sandbox may be at fault instead of the plugin: the system may have forbidden a sandbox that worked
            // earlier.
            guard try sandbox.working(isFresh: true) == nil else { throw fault }
            return try PluginConnection(
                self.launch(plugin), opening: opening(plugin, context, limits: limits), limits: limits, log: log)
        }
    }

    /// Returns the parameters of `initialize`.
    func opening(_ plugin: UsablePlugin, _ context: PluginContext, limits: PluginLimits) -> JSONObject {
        let needs = plugin.manifest.needs.json
        var params = context.members
        params["protocol"] = .array(PluginProtocol.versions.map { .number(JSONNumber($0)) })
        params["host"] = ["name": "hometask", "version": .string(version)]
        params["plugin"] = .string(plugin.id)
        params["now"] = .string(context.now.rfc3339)
        params["settings"] = .object(decisions.settings(of: plugin.id))
        params["granted"] = .object([
            "read": needs["read"] ?? [], "write": needs["write"] ?? [], "network": needs["network"] ?? false,
        ])
        params["folder"] = .string(places.data(plugin.id))
        params["limits"] = .object([
            "message": .number(JSONNumber(PluginLimits.message.bytes)), "page": .number(JSONNumber(PluginLimits.page)),
            "milliseconds": .number(JSONNumber(limits.silence)),
        ])
        return params
    }

    /// Records that a plugin succeeded, which resets its number of failures in a row.
    public func recordSuccess(_ plugin: UsablePlugin) {
        if failures(plugin.id) != 0 { setFailures(0, plugin.id) }
    }

    /// Counts one more failure in a row; after ``patience`` failures the plugin is suspended.
    private func count(_ fault: PluginFault, _ plugin: UsablePlugin) {
        setFailures(failures(plugin.id) + 1, plugin.id)
    }

    /// Counts a fault of a plugin, and returns an error for the user.
    public func recordFailure(_ plugin: UsablePlugin, _ fault: PluginFault) -> PluginHostError {
        PluginLog(path: places.log(plugin.id)).logLine("it \(fault)")
        count(fault, plugin)
        let times = failures(plugin.id)
        let hint: Hint =
            times >= Self.patience
            ? "It is suspended now; \(.showPluginLog(plugin.id)) shows more, \(.enablePlugin(plugin.id)) enables it again."
            : "\(.showPluginLog(plugin.id)) shows more; after \(Self.patience) failures in a row it is suspended."
        return PluginHostError(.fault, "the plugin ‘\(plugin.id)’ \(fault)", hint: hint)
    }

    /// Translates an error of a plugin. Only a fault of the plugin itself counts as a failure.
    private func hostError(_ error: RPCError, _ plugin: UsablePlugin) -> PluginHostError {
        switch error.kind {
        case .refused, .invalidParams, .cancelled, .tooLarge:
            return PluginHostError(
                .refused, "the plugin ‘\(plugin.id)’: \(error.message)", hint: error.hint.map { Hint($0) })
        case .unavailable:
            return PluginHostError(
                .unavailable, "the plugin ‘\(plugin.id)’: \(error.message)", hint: error.hint.map { Hint($0) })
        case .forbidden:
            let fault = PluginFault(.forbidden, "did something that was not granted: \(error.message)")
            return recordFailure(plugin, fault)
        default: return recordFailure(plugin, PluginFault(.internalFault, "failed: \(error.message)"))
        }
    }
}

/// The result of a request to a plugin.
public struct PluginOutcome: Sendable {
    /// The members of the answer, which has the form that the protocol requires.
    public let result: JSONObject
    /// Warnings for the user about faults while the plugin ended.
    public let warnings: [String]
}
