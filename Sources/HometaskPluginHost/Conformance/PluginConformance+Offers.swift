// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica

extension PluginConformance {
    /// The checks for each offer of the plugin.
    func offerChecks() -> [Check] {
        let offers = run.manifest.offers
        var checks: [Check] = []
        for offer in offers.exporters { checks += exporterChecks(offer) }
        for offer in offers.importers { checks += importerChecks(offer) }
        for offer in offers.commands { checks += commandChecks(offer) }
        for offer in offers.views { checks += viewChecks(offer) }
        for hook in offers.hooks { checks += hookChecks(hook) }
        for offer in offers.places { checks += placeChecks(offer) }
        for offer in offers.positions {
            checks.append(("it reports a position with ‘\(offer.name)’", { try locates(offer) }))
        }
        for offer in offers.photos { checks += photoChecks(offer) }
        for offer in offers.cameras {
            checks.append(("it takes a photo with ‘\(offer.name)’", { "a test takes no photos" }))
        }
        for offer in offers.channels { checks += channelChecks(offer) }
        return checks
    }

    // MARK: Formats

    private func exportParams(_ offer: PluginOffer, selected: Bool = false) -> JSONObject {
        ["format": .string(offer.name), "options": [:], "selected": .bool(selected)]
    }

    private func exporterChecks(_ offer: PluginOffer) -> [Check] {
        let method = PluginMethod.export
        if let missing = required(offer) { return [("it exports to ‘\(offer.name)’", { missing })] }
        return [
            (
                "it exports a family without documents to ‘\(offer.name)’",
                {
                    _ = try run.ask(method, exportParams(offer), of: MemoryReader()); return nil
                }
            ),
            (
                "it exports unusual documents to ‘\(offer.name)’, with the same result twice",
                {
                    let family = try families.family(tasks: 50)
                    let (first, second) = (
                        try run.ask(method, exportParams(offer), of: family),
                        try run.ask(method, exportParams(offer), of: family)
                    )
                    if first.output.isEmpty { throw ConformanceFailure("it wrote nothing") }
                    if first.output != second.output { throw ConformanceFailure("it wrote two different exports") }
                    return nil
                }
            ),
            (
                "it exports only the selected tasks to ‘\(offer.name)’",
                {
                    let family = try families.family(tasks: 20)
                    var host = PluginTrialRun.HostBehaviour()
                    host.chosen = [SampleFamily.id("task 3")]
                    let output = try run.ask(method, exportParams(offer, selected: true), of: family, host: host)
                        .output
                    if output.contains("Task 4") { throw ConformanceFailure("it wrote a task that was not selected") }
                    return nil
                }
            ),
            (
                "it exports 1500 tasks to ‘\(offer.name)’ in time, each once",
                { try exportsMany(exportParams(offer)) }
            ),
            ("it handles the cancellation of ‘\(offer.name)’", { try isCalledOff(method, exportParams(offer)) }),
            (
                "it handles refused documents in ‘\(offer.name)’",
                { try isRefused(method, exportParams(offer)) }
            ),
        ]
    }

    private func importParams(_ offer: PluginOffer) -> JSONObject {
        ["format": .string(offer.name), "options": [:], "source": ["name": "trial"]]
    }

    private func importerChecks(_ offer: PluginOffer) -> [Check] {
        if let missing = required(offer) { return [("it imports ‘\(offer.name)’", { missing })] }
        var checks: [Check] = [
            ("it handles an empty ‘\(offer.name)’ file", { try imports("", offer) }),
            ("it handles a ‘\(offer.name)’ file with invalid contents", { try imports(Self.nonsense, offer) }),
            (
                "it handles a truncated ‘\(offer.name)’ file",
                { try imports("[{\"title\": \"cut of\nBEGIN:VCALENDAR\nBEGIN:VTODO\nSUMM", offer) }
            ),
        ]
        if let exporter = run.manifest.offers.exporters.first(where: { $0.name == offer.name }),
            required(exporter) == nil
        {
            checks.append(
                (
                    "it imports its own ‘\(offer.name)’ export without loss or duplicates",
                    { try imports(back: importParams(offer), from: exportParams(exporter)) }
                ))
        }
        return checks
    }

    /// Valid text with characters of every kind.
    private static let nonsense = String(
        String.UnicodeScalarView((0..<4000).compactMap { Unicode.Scalar(UInt32(($0 * 7919) % 0x3000)) }))

    private func imports(_ text: String, _ offer: PluginOffer) throws -> String? {
        var host = PluginTrialRun.HostBehaviour()
        host.source = text
        do {
            _ = try run.ask(PluginMethod.import, importParams(offer), of: families.family(tasks: 5), host: host)
        } catch let error as RPCError where error.kind != .internalFault && error.kind != .methodNotFound {
            // A plugin may also answer that the file does not have its format.
        }
        return nil
    }

    // MARK: Commands, views, hooks

    private func commandChecks(_ offer: PluginOffer) -> [Check] {
        let made = SampleArguments(offer)
        let params: JSONObject = [
            "name": .string(offer.name), "options": .object(made.options), "arguments": .array(made.arguments),
        ]
        return workChecks("the command ‘\(offer.name)’", PluginMethod.runCommand, params: params, made: made)
    }

    private func viewChecks(_ offer: PluginOffer) -> [Check] {
        let made = SampleArguments(offer)
        let params: JSONObject = [
            "name": .string(offer.name), "options": .object(made.options), "selected": false, "columns": 80,
        ]
        return workChecks("the view ‘\(offer.name)’", PluginMethod.showView, params: params, made: made)
    }

    private func workChecks(
        _ what: String, _ method: String, params: JSONObject, made: SampleArguments
    ) -> [Check] {
        if let missing = made.missing { return [("it runs \(what)", { missing })] }
        return [
            (
                "it runs \(what) in a family without documents",
                { try works(method, params, family: MemoryReader(), isMadeUp: !made.isEmpty) }
            ),
            (
                "it runs \(what) in a family with unusual documents",
                { try works(method, params, family: families.family(tasks: 50), isMadeUp: !made.isEmpty) }
            ),
            ("it handles the cancellation of \(what)", { try isCalledOff(method, params) }),
            ("it handles refused documents in \(what)", { try isRefused(method, params) }),
        ]
    }

    /// - Parameter isMadeUp: whether the parameters contain sample values, which the plugin may reject.
    private func works(
        _ method: String, _ params: JSONObject, family: MemoryReader, isMadeUp: Bool = false
    ) throws -> String? {
        do {
            _ = try run.ask(method, params, of: family)
        } catch let error as RPCError where error.kind == .refused || error.kind == .unavailable {
            return "it reports that it cannot: \(error.message)"
        } catch let error as RPCError where isMadeUp && error.kind == .invalidParams {
            return "it does not accept the sample arguments: \(error.message)"
        }
        return nil
    }

    private func hookChecks(_ hook: PluginHook) -> [Check] {
        let method = hook.event == .beforeCommit ? PluginMethod.beforeCommit : PluginMethod.afterChange
        return [
            (
                "it answers ‘\(hook.event.rawValue)’ within 500 ms",
                {
                    var params: JSONObject = ["changes": .array(try seen(1))]
                    if hook.event != .beforeCommit { params["origin"] = hook.event == .afterSync ? "remote" : "here" }
                    _ = try run.ask(method, params, of: families.family(tasks: 5), limits: .hook())
                    return nil
                }
            ),
            (
                "it handles 500 changes at once in ‘\(hook.event.rawValue)’",
                {
                    var params: JSONObject = ["changes": .array(try seen(500))]
                    if hook.event != .beforeCommit { params["origin"] = hook.event == .afterSync ? "remote" : "here" }
                    _ = try run.ask(method, params, of: families.family(tasks: 500))
                    return nil
                }
            ),
        ]
    }

    /// New tasks of the sample family in the form in which hooks receive them.
    private func seen(_ count: Int) throws -> [JSON] {
        let family = try families.family(tasks: count)
        return try family.paths(of: .task, idPrefix: "").prefix(count).compactMap { path in
            guard let document = try family.document(at: path) else { return nil }
            let change = DocumentChange(path: path, before: nil, after: document)
            return .object([
                "kind": "task", "id": .string(document.id.description), "after": .object(document.shown),
                "fields": .array(change.fields.map { .object(["field": .string($0.description)]) }),
            ])
        }
    }

    // MARK: Positions

    private func locates(_ offer: PluginOffer) throws -> String? {
        try works(PluginMethod.position, ["name": .string(offer.name)], family: MemoryReader())
    }

    // MARK: Channels

    private func channelChecks(_ offer: PluginOffer) -> [Check] {
        guard let recipient, recipient.channel == offer.name else {
            let why = "nothing is sent without --channel \(offer.name)"
            return [("it delivers with ‘\(offer.name)’", { why })]
        }
        func params(_ title: String, _ body: String, to address: String?) -> JSONObject {
            var params: JSONObject = [
                "channel": .string(offer.name),
                "message": [
                    "id": .string(SampleFamily.id(title).description), "title": .string(title), "body": .string(body),
                    "task": .string(SampleFamily.id("task 1").description),
                    "member": .string(SampleFamily.id("Mia").description), "due": "2026-01-02",
                ],
            ]
            params["to"] = address.map { .string($0) }
            return params
        }
        var checks: [Check] = [
            (
                "it delivers with ‘\(offer.name)’",
                {
                    _ = try run.ask(
                        PluginMethod.deliver, params("Test", "A test reminder.", to: recipient.address),
                        of: MemoryReader())
                    return nil
                }
            ),
            (
                "it delivers unusual texts with ‘\(offer.name)’",
                {
                    for title in SampleFamily.oddTitles {
                        let params = params(title, "\(title)\n.\nSubject: x\n", to: recipient.address)
                        _ = try run.ask(PluginMethod.deliver, params, of: MemoryReader())
                    }
                    return nil
                }
            ),
        ]
        guard offer.address?.use == .required else { return checks }
        checks.append(
            (
                "it reports that ‘\(offer.name)’ needs an address",
                {
                    do {
                        _ = try run.ask(PluginMethod.deliver, params("Test", "x", to: nil), of: MemoryReader())
                    } catch is RPCError {
                        return nil
                    }
                    throw ConformanceFailure("it accepted a message without an address")
                }
            ))
        return checks
    }

    // MARK: What goes wrong

    private func isCalledOff(_ method: String, _ params: JSONObject) throws -> String? {
        var host = PluginTrialRun.HostBehaviour()
        host.cancels = true
        do {
            let answer = try run.ask(method, params, of: families.family(tasks: 1500), host: host)
            if answer.asked.isEmpty { return "it reads no documents" }
        } catch is RPCError {}
        return nil
    }

    private func isRefused(_ method: String, _ params: JSONObject) throws -> String? {
        var host = PluginTrialRun.HostBehaviour()
        host.refusesDocuments = true
        do {
            let answer = try run.ask(method, params, of: families.family(tasks: 5), host: host)
            if answer.asked.isEmpty { return "it reads no documents" }
        } catch is RPCError {}
        return nil
    }

    /// Why something cannot be tried: it has a required option or argument for which no sample value can be made up.
    private func required(_ offer: PluginOffer) -> String? {
        if let option = offer.options.first(where: \.isRequired) { return "--\(option.name) must be given" }
        return offer.arguments.first(where: \.isRequired).map { "<\($0.name)> must be given" }
    }
}
