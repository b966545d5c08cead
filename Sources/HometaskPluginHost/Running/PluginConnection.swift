// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// Handles the messages of a plugin while it works on a request.
public struct PluginServices {
    /// Answers a request of the plugin, given its method and parameters, with the bytes of the result.
    public var answer: (String, JSONObject) throws -> [UInt8]
    /// Handles the plugin's notifications: output, changes, progress.
    public var take: (String, JSONObject) throws -> Void

    /// Creates the services of one request.
    public init(
        answer: @escaping (String, JSONObject) throws -> [UInt8],
        take: @escaping (String, JSONObject) throws -> Void
    ) {
        self.answer = answer
        self.take = take
    }

    /// Services for requests during which the plugin may not send requests.
    public static var none: PluginServices {
        PluginServices(
            answer: { method, _ in throw RPCError(.forbidden, "‘\(method)’ cannot be called now") }, take: { _, _ in })
    }
}

/// A conversation with a running plugin, from the handshake to its end.
public final class PluginConnection {
    private let process: PluginProcess
    private let limits: PluginLimits
    private let log: PluginLog
    private var requests = 0
    /// The ids of the requests that were answered.
    private var answered: Set<Int> = []
    private var budget: MessageBudget
    private var whole: Deadline
    /// The deadline for the plugin's end, if its end counts towards its time limit.
    private let latest: Deadline?
    /// Starts a plugin and agrees on a protocol version with it.
    ///
    /// - Parameter opening: the parameters of `initialize`.
    /// - Throws: `PluginFault`; in that case, the program has already been ended.
    public init(
        _ launch: PluginLaunch, opening: JSONObject, limits: PluginLimits, log: PluginLog
    ) throws {
        self.limits = limits
        self.log = log
        budget = MessageBudget(limits)
        whole = .after(milliseconds: limits.whole ?? limits.start)
        latest = limits.expectsEnd ? nil : limits.whole.map { .after(milliseconds: $0) }
        process = try PluginProcess(launch, log: log)
        do {
            let result = try exchange(PluginMethod.initialize, opening, services: .none, patience: limits.start)
            guard let version = result["protocol"]?.intValue, PluginProtocol.versions.contains(version) else {
                let found = result["protocol"]?.excerpt(limit: 40) ?? "none"
                throw PluginFault(.version, "chose version \(found) of the protocol, which was not offered")
            }
        } catch let error as RPCError where error.kind == .version {
            process.kill()
            throw PluginFault(.version, "supports no version of the protocol that hometask offers: \(error.message)")
        } catch {
            process.kill()
            throw error
        }
    }

    /// Sends a request to the plugin, and handles the plugin's own messages until it answers.
    ///
    /// - Returns: the answer.
    /// - Throws: `PluginFault`; `RPCError` if the plugin reports an error; errors of the services.
    public func request(_ method: String, _ params: JSONObject, services: PluginServices) throws -> JSONObject {
        if let milliseconds = limits.whole {
            whole = min(whole, .after(milliseconds: milliseconds))
        } else {
            whole = .after(milliseconds: .max / 2_000_000)
        }
        do {
            return try exchange(method, params, services: services, patience: limits.silence)
        } catch let error as RPCError {
            throw error
        } catch {
            process.kill()
            isOver = true
            throw error
        }
    }

    /// The remaining time for each step of the plugin's end, in milliseconds.
    private var patience: Int { min(limits.end, latest.map { Int($0.remaining) } ?? .max) }

    private var isOver = false
    /// Whether the plugin may report once that it could not read a message.
    var allowsUnreadable = false

    /// Ends the conversation.
    ///
    /// - Returns: the plugin's faults while ending.
    public func end() -> [PluginFault] {
        if isOver { return [] }
        isOver = true
        var faults: [PluginFault] = []
        do {
            whole = .after(milliseconds: patience)
            _ = try exchange(PluginMethod.shutdown, [:], services: .none, patience: patience)
        } catch let fault as PluginFault {
            // A plugin that ends at once without an answer, or does not know `shutdown`, still ends correctly.
            if fault.kind != .crash, fault.kind != .hang { faults.append(fault) }
        } catch {}
        faults += process.end(patience: patience)
        if !limits.expectsEnd { faults.removeAll { $0.kind == .ignoredTermination } }
        for fault in faults { log.logLine("it \(fault)") }
        return faults
    }

    /// Sends `cancel` for the current request.
    func callOff() {
        sendNotification(PluginMethod.cancel, ["request": .number(JSONNumber(requests))])
    }

    /// Sends a notification to the plugin.
    func sendNotification(_ method: String, _ params: JSONObject) {
        process.send(RPCMessage.notification(method: method, params: params).line)
    }

    /// Writes a line unchanged.
    func writeLine(_ line: [UInt8]) {
        process.send(line)
    }

    /// Ends the conversation without a message: the plugin sees the end of its input.
    ///
    /// - Returns: the plugin's faults while ending.
    func leave() -> [PluginFault] {
        isOver = true
        return process.end(patience: patience)
    }

    private func exchange(
        _ method: String, _ params: JSONObject, services: PluginServices, patience: Int
    ) throws -> JSONObject {
        requests += 1
        let request = requests
        process.send(RPCMessage.request(id: .number(JSONNumber(request)), method: method, params: params).line)
        while true {
            let message = try next(patience)
            try budget.count(message)
            switch message {
            case .response(let id, let result):
                try accept(answerTo: id, expecting: request)
                guard let object = result.objectValue ?? (result.isNull ? [:] : nil) else {
                    let found = result.excerpt(limit: 40)
                    throw PluginFault(.garbage, "answered ‘\(method)’ with \(found), which is not an object")
                }
                return object
            case .failure(let id, let error):
                if id.isNull, allowsUnreadable {
                    allowsUnreadable = false
                    continue
                }
                if id.isNull { throw PluginFault(.garbage, "could not read ‘\(method)’: \(error.message)") }
                try accept(answerTo: id, expecting: request)
                throw error
            case .request(let id, let method, let params): try answer(id, method, params: params, services: services)
            case .notification(PluginMethod.log, let params): recordNote(params)
            case .notification(let method, let params):
                if Self.held.contains(method) { try ProtocolPart.hold(params, ofNotification: method) }
                do {
                    try services.take(method, params)
                } catch let error as RPCError where error.kind == .invalidParams {
                    throw PluginFault(.garbage, "sent an invalid ‘\(method)’: \(error.message)")
                }
            }
        }
    }

    /// The notifications that are checked against the schema. A plugin is not ended for a malformed log entry.
    private static let held: Set = [PluginMethod.output, PluginMethod.changes, PluginMethod.progress]

    private func answer(_ id: JSON, _ method: String, params: JSONObject, services: PluginServices) throws {
        do {
            process.send(RPCMessage.line(answering: id, result: try services.answer(method, params)))
        } catch let error as RPCError {
            log.logLine("‘\(method)’ was refused: \(error.message)")
            process.send(RPCMessage.failure(id: id, error).line)
        }
    }

    /// Checks that an answer belongs to the pending request.
    private func accept(answerTo id: JSON, expecting request: Int) throws(PluginFault) {
        guard let number = id.intValue, number >= 1, number <= requests else {
            throw PluginFault(.garbage, "answered \(id.excerpt(limit: 40)), for which there was no request")
        }
        guard answered.insert(number).inserted else {
            throw PluginFault(.answeredTwice, "answered one request twice")
        }
        guard number == request else {
            throw PluginFault(.garbage, "answered the request \(number) instead of \(request)")
        }
    }

    /// Reads the next message.
    ///
    /// - Throws: `PluginFault` if a line is not a message (`garbage`), if the plugin sends nothing in time, or if the
    ///   plugin ends.
    private func next(_ patience: Int) throws(PluginFault) -> RPCMessage {
        guard !whole.hasPassed else { throw PluginFault(.hang, "did not finish in time") }
        let deadline = min(.after(milliseconds: patience), whole)
        guard let line = try process.line(before: deadline, patience: patience) else {
            process.awaitEnd()
            let complaint = process.complaint.map { ": \($0.excerpt(limit: 200))" } ?? ""
            throw PluginFault(.crash, "\(process.endWords) before it answered\(complaint)")
        }
        do throws(RPCFault) {
            return try RPCMessage(line: line)
        } catch {
            let text = String(decoding: line.prefix(400), as: UTF8.self).excerpt(limit: 100)
            throw PluginFault(.garbage, "wrote a line to standard output that is not a message (\(error)): \(text)")
        }
    }

    private func recordNote(_ params: JSONObject) {
        let level = params["level"]?.stringValue ?? "info"
        let text = params["text"]?.stringValue ?? ""
        log.logBytes(Array("\(level.excerpt(limit: 10)): \(text.excerpt(limit: 2000))\n".utf8))
    }
}

/// The data about the family that a plugin receives in `initialize`.
public struct PluginContext: Sendable {
    /// The members `family`, `member` and `device` of `initialize`, as far as they are known.
    public var members: JSONObject
    /// The time that the plugin is given as the current one.
    public var now: Timestamp

    /// Creates a context from members that are sent unchanged.
    public init(members: JSONObject, now: Timestamp) {
        self.members = members
        self.now = now
    }
}
