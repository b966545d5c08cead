// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlatform
import HometaskPluginProtocol
import HometaskSystem

/// The host, as seen by a call while it runs.
protocol Host: AnyObject {
    /// Sends a request without waiting for the answer.
    ///
    /// - Returns: the number of the request.
    func ask(_ method: String, _ params: JSONObject) throws -> Int
    /// Waits for the answer to the request with the given number.
    func answer(to number: Int) throws -> JSON
    /// Sends a notification to the host.
    func notify(_ method: String, _ params: JSONObject) throws
    /// Throws if the host has cancelled the call.
    func checkForCancellation() throws
}

extension Host {
    /// Sends a request and waits for the answer.
    func request(_ method: String, _ params: JSONObject) throws -> JSON {
        try answer(to: try ask(method, params))
    }
}

/// The plugin's side of the conversation, which reads and writes lines.
final class HostConnection: Host {
    private let input: Int32
    private let output: Int32
    private var buffer: [UInt8] = []
    /// The messages that were read while waiting for an answer.
    private var waiting: [RPCMessage] = []
    /// The answers that arrived before the plugin waited for them.
    private var arrived: [Int: Result<JSON, RPCError>] = [:]
    private var requests = 0
    /// The request in progress, by the id that `cancel` uses.
    private var current: JSON?
    private var isCancelled = false

    init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    /// Opens the connection over standard input and output. All other output to standard output is redirected to
    /// standard error, and therefore into the plugin's log.
    static func standard() -> HostConnection {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        return HostConnection(input: STDIN_FILENO, output: output)
    }

    /// Returns the next message; nil once the host has closed its end.
    func next() -> RPCMessage? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        while let line = readLine() {
            do throws(RPCFault) {
                return try RPCMessage(line: line)
            } catch {
                try? send(.failure(id: .null, RPCError(.parse, "the line is \(error)")))
            }
        }
        return nil
    }

    /// Handles a request under its id, which `cancel` uses.
    func carryingOut<Result>(_ id: JSON, _ body: () throws -> Result) rethrows -> Result {
        current = id
        isCancelled = false
        arrived = [:]
        defer { current = nil }
        return try body()
    }

    /// Sends a request to the host.
    func ask(_ method: String, _ params: JSONObject) throws -> Int {
        try checkForCancellation()
        requests += 1
        try send(.request(id: .number(JSONNumber(requests)), method: method, params: params))
        return requests
    }

    /// Waits for the answer to a request.
    func answer(to number: Int) throws -> JSON {
        while true {
            if let result = arrived.removeValue(forKey: number) { return try result.get() }
            guard let line = readLine() else { throw RPCError(.cancelled, "the host closed the connection") }
            keep(line)
            if isCancelled { throw Self.cancelled }
        }
    }

    /// Parses a line, and stores the message until needed.
    private func keep(_ line: [UInt8]) {
        guard let message = try? RPCMessage(line: line) else { return }
        switch message {
        case .response(let id, let result): arrived[id.intValue ?? 0] = .success(result)
        case .failure(let id, let error): arrived[id.intValue ?? 0] = .failure(error)
        case .notification(PluginMethod.cancel, let params):
            if let current, params["request"] == current { isCancelled = true }
        case .request, .notification: waiting.append(message)
        }
    }

    /// Sends a notification to the host.
    func notify(_ method: String, _ params: JSONObject) throws {
        try send(.notification(method: method, params: params))
    }

    /// Sends a message as one line, and waits until it has been written completely. Throws `RPCError` (`cancelled`) if
    /// the host has closed the connection.
    func send(_ message: RPCMessage) throws {
        let line = message.line
        var sent = 0
        while sent < line.count {
            let count = BrokenPipeSignal.blocked {
                line.withUnsafeBytes {
                    HometaskPlatform.write(output, $0.baseAddress?.advanced(by: sent), $0.count - sent)
                }
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw RPCError(.cancelled, "the host closed the connection") }
            sent += count
        }
    }

    /// Throws an error if the host no longer needs the answer; does not wait.
    func checkForCancellation() throws {
        while hasInput {
            guard let line = readLine() else { throw RPCError(.cancelled, "the host closed the connection") }
            keep(line)
        }
        if isCancelled { throw Self.cancelled }
    }

    private static let cancelled = RPCError(.cancelled, "cancelled")

    private var hasInput: Bool {
        if buffer.contains(UInt8(ascii: "\n")) { return true }
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    /// Returns the next line without its line feed; nil at the end.
    private func readLine() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + 1)
                return line
            }
            searched = buffer.count
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(input, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer.append(contentsOf: chunk[..<count])
        }
    }
}
