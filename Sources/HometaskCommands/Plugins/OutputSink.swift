// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal
import Synchronization

/// The destination of a plugin's output: standard output, where text is escaped for a terminal; a file; or memory.
final class OutputSink: Sendable {
    private let isTerminal: Bool
    private let file: FileDraft?
    private let keepsOutput: Bool
    private let kept = Mutex<[UInt8]>([])
    private let size = Mutex(0)

    /// Creates a sink for standard output. On a terminal, text is escaped and binary output is refused.
    init(_ environment: CommandEnvironment) {
        isTerminal = environment.isOutputTerminal
        file = nil
        keepsOutput = false
    }

    /// Creates a sink for a file that appears only when it is complete.
    init(file: FileDraft) {
        isTerminal = false
        self.file = file
        keepsOutput = false
    }

    private init(keeping: Bool) {
        isTerminal = false
        file = nil
        keepsOutput = keeping
    }

    /// Returns a sink that keeps the output in memory, for ``collected`` and ``collectedText``.
    static func collecting() -> OutputSink { OutputSink(keeping: true) }

    /// The output in memory, as text.
    var collected: String { kept.withLock { String(decoding: $0, as: UTF8.self) } }

    /// The output in memory; nil if it is not valid text.
    var collectedText: String? { kept.withLock { String(validating: $0, as: UTF8.self) } }

    /// Writes the content of an `output` message.
    func takeOutput(_ params: JSONObject) throws {
        let bytes: [UInt8]
        if let text = params["text"]?.stringValue {
            bytes = Array((isTerminal ? EscapedText.safe(text, keepsLines: true) : text).utf8)
        } else {
            guard let decoded = params["base64"]?.stringValue.flatMap(Base64.standard.decoded) else {
                throw RPCError(.invalidParams, "‘output’ should have a ‘text’ or a ‘base64’")
            }
            guard !isTerminal else {
                throw RPCError(.refused, "its output is not text", hint: "Write it to a file with --output.")
            }
            bytes = decoded
        }
        let total = size.withLock { size in
            size += bytes.count
            return size
        }
        guard total <= PluginLimits.output else {
            throw PluginFault(.flood, "wrote more than \(PluginLimits.output >> 20) MiB")
        }
        if keepsOutput { return kept.withLock { $0 += bytes } }
        if let file { try file.writeBytes(bytes) } else { try StandardOutput.writeBytes(bytes) }
    }
}
