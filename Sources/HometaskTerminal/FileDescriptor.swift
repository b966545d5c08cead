// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// An open file descriptor to which text is written.
struct FileDescriptor {
    let number: Int32
    let name: String

    /// Writes the whole string, in as many calls as the kernel needs.
    func writeText(_ text: String) throws {
        var text = text
        try text.withUTF8 { try writeBytes(UnsafeRawBufferPointer($0)) }
    }

    /// Writes all bytes, and waits while the receiver accepts none.
    ///
    /// - Throws: ``BrokenPipe`` if the reader is gone, `OutputError` for any other failure.
    func writeBytes(_ bytes: UnsafeRawBufferPointer) throws {
        try BrokenPipeSignal.blocked { try writeAll(bytes) }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = HometaskPlatform.write(number, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else {
                try recover(from: errno)
            }
        }
    }

    private func recover(from code: Int32) throws {
        switch code {
        case EINTR: return
        case EAGAIN:
            var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        case EPIPE: throw BrokenPipe()
        default: throw OutputError(destination: name, code: code)
        }
    }
}

/// The error thrown if the reader of standard output, such as `head`, is gone. The program then ends without a message.
public struct BrokenPipe: Error, Hashable {
    /// Creates the error, which has no further details.
    public init() {}
}

/// The error thrown if output could not be written.
public struct OutputError: Error, Hashable, CustomStringConvertible {
    /// The destination of the output, such as "standard output".
    public let destination: String
    /// The `errno` of the failed call.
    public let code: Int32

    /// A sentence with the operation that failed and the C library's message.
    public var description: String {
        "cannot write to \(destination): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }
}
