// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The socket of a bus. Sending and receiving have a time limit.
struct DBusSocket: ~Copyable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to the first socket of an address that accepts the connection.
    init(_ address: DBusAddress) throws(DBusError) {
        var reason = "its address is not a socket on this machine"
        for name in address.sockets {
            let descriptor = Platform.streamSocket(AF_UNIX)
            guard descriptor >= 0 else { break }
            if Self.connect(descriptor, name) {
                self.descriptor = descriptor
                return
            }
            reason = String(cString: strerror(errno))
            close(descriptor)
        }
        throw DBusError.connection("the bus cannot be reached: \(reason)")
    }

    deinit { close(descriptor) }

    private static func connect(_ descriptor: Int32, _ name: [UInt8]) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !name.isEmpty, name.count < room else {
            errno = ENAMETOOLONG
            return false
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        // A path ends with a zero byte; the length of a name in the abstract namespace is given by the size.
        let size = MemoryLayout<sa_family_t>.size + name.count + (name[0] == 0 ? 0 : 1)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                HometaskPlatform.connect(descriptor, $0, socklen_t(size)) == 0
            }
        }
    }

    /// Sends all bytes. Throws `timeout` if that is not done by `end`, in the milliseconds of ``now``.
    mutating func send(_ bytes: [UInt8], before end: Int) throws(DBusError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                HometaskPlatform.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Platform.noSignal)
            }
            if count > 0 { sent += count } else { try waitAfterFailure(for: POLLOUT, before: end) }
        }
    }

    /// Returns the next line, which ends with CR LF, without its control characters.
    mutating func line(before end: Int) throws(DBusError) -> String {
        while true {
            if let feed = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<feed].filter { (0x20...0x7E).contains($0) }
                buffer.removeFirst(feed + 1)
                return String(decoding: line, as: UTF8.self)
            }
            guard buffer.count < 4096 else { throw DBusError.malformed("a line is too long") }
            try receive(before: end)
        }
    }

    /// Returns the next bytes.
    ///
    /// - Parameter keeping: whether the bytes stay in the buffer, so that the next call returns them again.
    mutating func bytes(_ count: Int, before end: Int, keeping: Bool) throws(DBusError) -> [UInt8] {
        while buffer.count < count { try receive(before: end) }
        let bytes = Array(buffer[..<count])
        if !keeping { buffer.removeFirst(count) }
        return bytes
    }

    private mutating func receive(before end: Int) throws(DBusError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            buffer += chunk[..<count]
        } else if count == 0 {
            throw DBusError.connection("the bus has closed the connection")
        } else {
            try waitAfterFailure(for: POLLIN, before: end)
        }
    }

    private func waitAfterFailure(for event: Int32, before end: Int) throws(DBusError) {
        guard errno == EAGAIN || errno == EINTR else {
            throw DBusError.connection("the bus cannot be reached: \(String(cString: strerror(errno)))")
        }
        let left = end - Self.now
        guard left > 0 else { throw DBusError.timeout }
        var waiting = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
        poll(&waiting, 1, Int32(clamping: left))
    }

    /// The milliseconds of a monotonic clock.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}

/// The reason why an operation on D-Bus failed.
public enum DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bus is missing or refuses this process, or the connection was closed.
    case connection(String)
    /// No answer arrived in time.
    case timeout
    /// The bytes are not a D-Bus message, or an answer does not have the expected values.
    case malformed(String)
    /// The answer to a call is an error with this name and message.
    case remote(name: String, message: String)

    /// The error as text, without a full stop.
    public var description: String {
        switch self {
        case .connection(let reason): reason
        case .timeout: "there was no answer in time"
        case .malformed(let reason): "the answer cannot be read: \(reason)"
        case .remote(let name, let message): message.isEmpty ? name : "\(message) (\(name))"
        }
    }

    /// The name of the error in an answer; nil for any other error.
    public var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }
}
