// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

extension PluginConformance {
    /// The checks for every plugin, whatever it provides.
    func conversationChecks() -> [Check] {
        let offers = ("its plugin.json offers something, for kinds of documents that exist", offersSomething)
        // A plugin without a program is never started, so there is no conversation to check.
        if run.manifest.program == nil { return [offers] + manifestChecks() }
        return [
            ("it names its protocol version, and ends when asked to", greets),
            ("it ends when its input ends without a shutdown", endsWithInput),
            ("it refuses a version that it does not support", refusesVersion),
            ("it ignores unknown members and notifications", ignoresUnknown),
            ("it answers an unknown method with an error, and continues", answersUnknownMethod),
            ("it survives a line that is not a message", survivesGarbage),
            offers,
            ("it offers nothing under a built-in name", hasOwnNames),
        ] + manifestChecks()
    }

    private func hasOwnNames() throws -> String? {
        guard let clash = clashes.first(where: { $0.other == nil && $0.member != "fields" }) else { return nil }
        throw ConformanceFailure(
            "‘\(clash.name)’ in ‘offers/\(clash.member)’ is built into hometask, which takes precedence", .manifest)
    }

    private func offersSomething() throws -> String? {
        let manifest = run.manifest
        guard manifest.protocols.contains(where: { PluginProtocol.versions.contains($0) }) else {
            throw ConformanceFailure(
                "‘protocol’ should contain \(PluginProtocol.versions), but is \(manifest.protocols)", .manifest)
        }
        let offers = manifest.offers
        if offers.named.allSatisfy(\.names.isEmpty), offers.hooks.isEmpty, offers.fields.isEmpty {
            throw ConformanceFailure("there is nothing that hometask knows in ‘offers’", .manifest)
        }
        for kind in manifest.kinds.sorted(by: { $0.rawValue < $1.rawValue }) where Schema.of(kind) == nil {
            let near =
                UnknownMember.nearest(kind.rawValue, among: DocumentKind.known.map(\.rawValue).sorted()).map {
                    "; did you mean ‘\($0)’?"
                } ?? ""
            throw ConformanceFailure("there is no kind of documents ‘\(kind)’\(near)", .manifest)
        }
        return nil
    }

    private func greets() throws -> String? {
        try run.converse { _ in }
        return nil
    }

    private func endsWithInput() throws -> String? {
        let connection = try PluginConnection(run.launch, opening: run.opening, limits: run.limits, log: run.log)
        if let fault = connection.leave().first { throw fault }
        return nil
    }

    private func refusesVersion() throws -> String? {
        var opening = run.opening
        opening["protocol"] = [999]
        do {
            try run.converse(opening) { _ in }
        } catch let fault as PluginFault where fault.kind == .version || fault.kind == .crash {
            return nil
        } catch is RPCError {
            return nil
        }
        throw ConformanceFailure("it accepted a version when only 999 was offered")
    }

    private func ignoresUnknown() throws -> String? {
        var opening = run.opening
        opening["unheardOf"] = ["by": "anybody"]
        try run.converse(opening) { connection in
            connection.sendNotification("unheard/of", ["it": "should not mind"])
            try answersUnknown(connection)
        }
        return nil
    }

    private func answersUnknownMethod() throws -> String? {
        try run.converse { connection in
            for _ in 0..<3 { try answersUnknown(connection) }
        }
        return nil
    }

    private func survivesGarbage() throws -> String? {
        try run.converse { connection in
            connection.writeLine(Array("this is no message\n".utf8))
            // An error without an id may come first: JSON-RPC 2.0 requires one for a request that could not be read.
            connection.allowsUnreadable = true
            try answersUnknown(connection)
        }
        return nil
    }

    private func answersUnknown(_ connection: PluginConnection) throws {
        do {
            _ = try connection.request("unheard/of", [:], services: .none)
        } catch is RPCError {
            return
        }
        throw ConformanceFailure("it answered the method ‘unheard/of’ as if it knew it", .messages)
    }
}
