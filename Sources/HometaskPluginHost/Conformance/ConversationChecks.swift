// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The checks of a plugin's conversation, from its start to its end, for every plugin with a program.
struct ConversationChecks {
    let run: PluginTrialRun

    /// All of them; none for a plugin without a program, which is never started.
    func all() -> [PluginConformance.Check] {
        if run.manifest.program == nil { return [] }
        return [
            ("it names its protocol version, and ends when asked to", greets),
            ("it ends when its input ends without a shutdown", endsWithInput),
            ("it refuses a version that it does not support", refusesVersion),
            ("it ignores unknown members and notifications", ignoresUnknown),
            ("it answers an unknown method with an error, and continues", answersUnknownMethod),
            ("it survives a line that is not a message", survivesGarbage),
        ]
    }

    private func greets() throws -> ConformanceCheck.SkipReason? {
        try run.runConversation { _ in }
        return nil
    }

    private func endsWithInput() throws -> ConformanceCheck.SkipReason? {
        let connection = try PluginConnection(run.launch, opening: run.opening, limits: run.limits, log: run.log)
        if let fault = connection.leave().first { throw fault }
        return nil
    }

    private func refusesVersion() throws -> ConformanceCheck.SkipReason? {
        var opening = run.opening
        opening["protocol"] = [999]
        do {
            try run.runConversation(opening) { _ in }
        } catch let fault as PluginFault where fault.kind == .version || fault.kind == .crash {
            return nil
        } catch is RPCError {
            return nil
        }
        throw ConformanceFailure("it accepted a version when only 999 was offered")
    }

    private func ignoresUnknown() throws -> ConformanceCheck.SkipReason? {
        var opening = run.opening
        opening["unheardOf"] = ["by": "anybody"]
        try run.runConversation(opening) { connection in
            connection.sendNotification("unheard/of", ["it": "should not mind"])
            try answersUnknown(connection)
        }
        return nil
    }

    private func answersUnknownMethod() throws -> ConformanceCheck.SkipReason? {
        try run.runConversation { connection in
            for _ in 0..<3 { try answersUnknown(connection) }
        }
        return nil
    }

    private func survivesGarbage() throws -> ConformanceCheck.SkipReason? {
        try run.runConversation { connection in
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
