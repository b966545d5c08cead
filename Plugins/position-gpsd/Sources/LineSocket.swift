// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The reason why a line-based exchange failed.
enum LineError: Error, Equatable, CustomStringConvertible {
    /// A system call failed, with this message.
    case system(String)
    /// The other end closed the connection.
    case closed
    /// A line is longer than allowed.
    case flood
    /// The exchange timed out, or the line was no longer needed.
    case timeout

    var description: String {
        switch self {
        case .system(let words): words
        case .closed: "it closed the connection"
        case .flood: "it sent a line that is too long"
        case .timeout: "it did not answer in time"
        }
    }
}

/// A TCP connection that exchanges lines, with one timeout for the whole exchange.
struct LineSocket: ~Copyable {
    private let descriptor: Int32
    private let end: Int
    private var buffer: [UInt8] = []

    /// Connects to the first address of a host that accepts a connection.
    ///
    /// - Parameter patience: the timeout for the whole exchange, in milliseconds.
    init(host: String, port: String, patience: Int) throws(LineError) {
        end = Self.now + patience
        var hints = addrinfo()
        hints.ai_socktype = Platform.stream
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, port, &hints, &list)
        guard status == 0 else { throw LineError.system(String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var failure = LineError.system("its name has no address")
        var entry = list
        while let address = entry?.pointee {
            do throws(LineError) {
                descriptor = try Self.connect(address)
                return
            } catch {
                failure = error
            }
            entry = address.ai_next
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connect(_ address: addrinfo) throws(LineError) -> Int32 {
        let descriptor = Platform.streamSocket(address.ai_family, protocol: address.ai_protocol)
        guard descriptor >= 0 else { throw LineError.system(String(cString: strerror(errno))) }
        var error: Int32 = 0
        if HometaskPlatform.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
            error = errno
            if error == EINPROGRESS {
                var size = socklen_t(MemoryLayout<Int32>.size)
                var waiting = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                error = poll(&waiting, 1, 2500) > 0 ? 0 : ETIMEDOUT
                if error == 0 { getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) }
            }
        }
        guard error == 0 else {
            close(descriptor)
            throw LineError.system(String(cString: strerror(error)))
        }
        return descriptor
    }

    /// Sends all of a string. Throws `timeout` if the exchange times out first.
    mutating func send(_ text: String) throws(LineError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                HometaskPlatform.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else { try waitAfterFailure(for: POLLOUT) }
        }
    }

    /// Returns the next line, without its line feed.
    ///
    /// - Parameter goesOn: called at least once a second during the wait; returns whether the line is still needed.
    mutating func next(limit: Int, while goesOn: () -> Bool) throws(LineError) -> [UInt8] {
        while true {
            if let feed = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<feed])
                buffer.removeFirst(feed + 1)
                return line
            }
            guard buffer.count <= limit else { throw LineError.flood }
            var chunk = [UInt8](repeating: 0, count: 1 << 14)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count > 0 {
                buffer += chunk[..<count]
            } else if count == 0 {
                throw LineError.closed
            } else {
                try waitAfterFailure(for: POLLIN)
            }
            guard Self.now < end, goesOn() else { throw LineError.timeout }
        }
    }

    private func waitAfterFailure(for event: Int32) throws(LineError) {
        guard errno == EAGAIN || errno == EINTR else { throw LineError.system(String(cString: strerror(errno))) }
        guard Self.wait(descriptor, for: event, before: end) else { throw LineError.timeout }
    }

    private static func wait(_ descriptor: Int32, for event: Int32, before end: Int) -> Bool {
        let left = end - now
        guard left > 0 else { return false }
        var waiting = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
        poll(&waiting, 1, Int32(min(left, 1000)))
        return true
    }

    /// The milliseconds of the monotonic clock.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
