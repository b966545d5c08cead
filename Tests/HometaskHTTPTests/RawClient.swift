// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskPlatform
import Testing

/// A client that sends exactly the given bytes, which HTTP libraries cannot do.
struct RawClient: Sendable {
    let port: Int

    /// The server's answer to one request.
    struct Answer: Sendable {
        let status: Int
        /// The header lines, in lower case up to the colon.
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        var json: JSONObject { (try? JSONObject.parse(body)) ?? [:] }
    }

    /// Sends a request, and reads until the server closes the connection.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        var head = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\n"
        let standard = ["Host": "localhost:\(port)"].merging(body.map { ["Content-Length": "\($0.count)"] } ?? [:]) {
            $1
        }
        for (name, value) in standard.merging(headers, uniquingKeysWith: { $1 }) { head += "\(name): \(value)\r\n" }
        let connection = try await open()
        defer { connection.close() }
        try await connection.write(Array((head + "\r\n").utf8) + (body ?? []))
        return try Self.answer(in: try await connection.readAll())
    }

    /// Opens a connection that stays open until it is closed explicitly.
    ///
    /// - Parameter room: the size of the receive buffer in bytes; nil for the system default.
    func open(room: Int32? = nil) async throws -> Connection {
        try await Connection.blocking { try Connection(port: port, room: room) }
    }

    /// Whether nothing listens at the port any more. A listener that closes during a connection attempt resets the
    /// connection.
    func isRefused() async throws -> Bool {
        do {
            try await open().close()
            return false
        } catch let failure as Connection.Failure where [ECONNREFUSED, ECONNRESET].contains(failure.code) {
            return true
        }
    }

    static func answer(in bytes: [UInt8]) throws -> Answer {
        let end = Data(bytes).range(of: Data("\r\n\r\n".utf8))
        let text = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
        let body = try bytes[#require(end, "no whole head in: \(text.prefix(200))").upperBound...]
        let lines = text.components(separatedBy: "\r\n")
        let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return Answer(status: status, headers: headers, body: Array(body))
    }
}

/// A connection to the server, whose calls block their own thread.
struct Connection: Sendable {
    private let descriptor: Int32

    init(port: Int, room: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let failure = Failure(code: errno)
            close()
            throw failure
        }
    }

    func close() { _ = HometaskPlatform.close(descriptor) }

    /// Shuts down the sending side.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func write(_ bytes: [UInt8]) async throws {
        try await Self.blocking {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    HometaskPlatform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Closed() }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads the next bytes; empty if the server has closed the connection.
    func read(upTo count: Int = 1 << 16) async throws -> [UInt8] {
        try await Self.blocking {
            var buffer = [UInt8](repeating: 0, count: count)
            let read = HometaskPlatform.recv(descriptor, &buffer, count, 0)
            return Array(buffer.prefix(max(0, read)))
        }
    }

    func readAll() async throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try await read()
            if part.isEmpty { return all }
            all += part
        }
    }

    /// Reads until a text arrives; throws if the connection ends earlier.
    func read(until text: String, beginningWith known: String = "") async throws -> String {
        var all = known
        while !all.contains(text) {
            let part = try await read()
            guard !part.isEmpty else { throw Closed() }
            all += String(decoding: part, as: UTF8.self)
        }
        return all
    }

    struct Closed: Error {}

    /// A failed connection, with the system's error code.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "no connection: \(String(cString: strerror(code)))" }
    }

    static func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
        }
    }
}
