// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// A connection to a bus, for calling methods and waiting for signals. Only one thread may use it.
public final class DBusConnection {
    /// The GUID of the bus, which changes when the bus is restarted.
    public let bus: String
    /// The maximum wait for an answer, in milliseconds.
    public var patience = 8000
    private var socket: DBusSocket
    private var serial: UInt32 = 0
    private var signals: [DBusMessage] = []
    /// The maximum number of signals kept until they are awaited; the oldest are dropped.
    private static let mostSignals = 200
    private static let daemon = "org.freedesktop.DBus"

    /// Connects to a bus, authenticates the user of this process, and gets a name on the bus.
    ///
    /// - Parameter patience: the time limit for the authentication, in milliseconds.
    public init(_ address: DBusAddress, patience: Int = 5000) throws(DBusError) {
        let end = DBusSocket.now + patience
        socket = try DBusSocket(address)
        // The SASL mechanism EXTERNAL: the system confirms who the user is (“Authentication Protocol”).
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        try socket.send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8), before: end)
        let answer = try socket.line(before: end)
        guard answer.hasPrefix("OK ") else { throw DBusError.connection("the bus does not accept this user") }
        bus = String(answer.dropFirst(3))
        try socket.send(Array("BEGIN\r\n".utf8), before: end)
        _ = try call(Self.daemon, "/org/freedesktop/DBus", interface: Self.daemon, member: "Hello")
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Parameters:
    ///   - destination: the receiver's name on the bus.
    ///   - path: the path of the object.
    ///   - interface: the interface of the method.
    ///   - member: the name of the method.
    ///   - body: the arguments.
    /// - Returns: the values in the answer.
    /// - Throws: `DBusError.remote` if the answer is an error.
    @discardableResult
    public func call(
        _ destination: String, _ path: String, interface: String, member: String, body: [DBusValue] = []
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

    /// Returns the unique name of the current owner of a name. The bus sets it as the sender of the owner's messages.
    public func owner(of name: String) throws(DBusError) -> String {
        let answer = try call(
            Self.daemon, "/org/freedesktop/DBus", interface: Self.daemon, member: "GetNameOwner", body: [.string(name)])
        guard let owner = answer.first?.text else { throw DBusError.malformed("the answer has no name") }
        return owner
    }

    /// Subscribes to the signals that match a rule (“Match Rules”).
    public func listen(_ rule: String) throws(DBusError) {
        try call(
            Self.daemon, "/org/freedesktop/DBus", interface: Self.daemon, member: "AddMatch", body: [.string(rule)])
    }

    /// Waits for a signal.
    ///
    /// - Parameters:
    ///   - patience: the time limit, in milliseconds.
    ///   - goesOn: called about once a second; returns whether to continue waiting.
    ///   - isWanted: returns whether a signal is the expected one; other signals are dropped.
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

    /// Returns the next message. A signal is also kept for ``signal(within:while:where:)``.
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
