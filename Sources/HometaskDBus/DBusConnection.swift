// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A conversation with a bus: somebody is asked something, and signals are waited for. One thread uses it.
public final class DBusConnection {
    /// What tells the bus from every other, and from itself once it has been started again.
    public let bus: String
    /// How long an answer is waited for, in milliseconds.
    public var patience = 8000
    private var socket: DBusSocket
    private var serial: UInt32 = 0
    private var signals: [DBusMessage] = []
    /// The most signals that are kept until somebody waits for them; earlier ones are forgotten.
    private static let mostSignals = 200
    private static let daemon = "org.freedesktop.DBus"

    /// Connects to a bus, says who runs this process, and takes a name on the bus.
    ///
    /// - Parameter patience: how long that may take, in milliseconds.
    public init(_ address: DBusAddress, patience: Int = 5000) throws(DBusError) {
        let end = DBusSocket.now + patience
        socket = try DBusSocket(address)
        // SASL's mechanism EXTERNAL: the system vouches for the user (“Authentication Protocol”).
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        try socket.send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8), before: end)
        let answer = try socket.line(before: end)
        guard answer.hasPrefix("OK ") else { throw DBusError.connection("the bus does not accept this user") }
        bus = String(answer.dropFirst(3))
        try socket.send(Array("BEGIN\r\n".utf8), before: end)
        _ = try call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "Hello")
    }

    /// Asks somebody something and waits for the answer.
    ///
    /// - Parameters:
    ///   - destination: their name on the bus.
    ///   - path: the object.
    ///   - interface: the interface of what is called.
    ///   - member: its name.
    ///   - body: what is said.
    /// - Returns: What was answered.
    /// - Throws: `DBusError.remote` where the answer is an error.
    @discardableResult
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ body: [DBusValue] = []
    ) throws(DBusError) -> [DBusValue] {
        let end = DBusSocket.now + patience
        var message = DBusMessage(.call)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.body = body
        serial += 1
        try socket.send(message.bytes(serial: serial), before: end)
        while true {
            let answer = try next(before: end)
            guard answer.replySerial == serial else { continue }
            switch answer.kind {
            case .answer: return answer.body
            case .error:
                throw DBusError.remote(name: answer.errorName ?? "", message: answer.body.first?.text ?? "")
            case .call, .signal: continue
            }
        }
    }

    /// The unique name of who has a name on the bus now, as the bus writes it on their messages.
    public func owner(of name: String) throws(DBusError) -> String {
        let answer = try call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "GetNameOwner", [.string(name)])
        guard let owner = answer.first?.text else { throw DBusError.malformed("the answer has no name") }
        return owner
    }

    /// Has the bus pass on signals (“Match Rules”).
    public func listen(_ rule: String) throws(DBusError) {
        try call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "AddMatch", [.string(rule)])
    }

    /// Waits for a signal.
    ///
    /// - Parameters:
    ///   - patience: for how long, in milliseconds.
    ///   - goesOn: is asked about each second, and says whether to continue waiting.
    ///   - isWanted: whether it is the one; others are forgotten.
    public func signal(
        within patience: Int, while goesOn: () -> Bool = { true }, where isWanted: (DBusMessage) -> Bool
    ) throws(DBusError) -> DBusMessage {
        let end = DBusSocket.now + patience
        while true {
            while !signals.isEmpty {
                let signal = signals.removeFirst()
                if isWanted(signal) { return signal }
            }
            do throws(DBusError) {
                _ = try next(before: min(end, DBusSocket.now + 1000))
            } catch {
                guard error == .timeout, DBusSocket.now < end, goesOn() else { throw error }
            }
        }
    }

    /// The next message; signals are kept besides.
    private func next(before end: Int) throws(DBusError) -> DBusMessage {
        while true {
            let start = try socket.bytes(DBusMessage.prefix, before: end, keeping: true)
            let length = try DBusMessage.length(start)
            let bytes = try socket.bytes(length, before: end, keeping: false)
            guard let message = try DBusMessage(bytes) else { continue }
            if message.kind == .signal {
                if signals.count == Self.mostSignals { signals.removeFirst() }
                signals.append(message)
            }
            return message
        }
    }
}
