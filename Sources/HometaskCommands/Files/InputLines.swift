// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform

/// The lines of standard input, in order; only a part of the input is in memory at a time.
struct InputLines {
    /// The maximum number of bytes of one line, and of all lines.
    static let limits = (line: 64 << 10, all: 256 << 20)

    private var piece: [UInt8] = []
    private var start = 0
    private var total = 0
    private var hasEnded = false
    /// The remaining lines of a chunk that contains line ends other than line feeds, in reverse order.
    private var rest: [Substring] = []
    /// The number of the last line read, counted from 1.
    private(set) var number = 0

    /// Returns the next line, without its line end; nil after the last line.
    ///
    /// - Throws: `ReplicaError` if a line is too long or not UTF-8, or if the input cannot be read.
    mutating func next() throws -> String? {
        if let line = rest.popLast() {
            number += 1
            return String(line)
        }
        guard let bytes = try nextBytes() else { return nil }
        number += 1
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw fault(
                "it is not text in UTF-8", hint: "Save it as plain text in UTF-8, not as a document or an image.")
        }
        if number == 1, text.unicodeScalars.first == "\u{FEFF}" { text = String(text.unicodeScalars.dropFirst()) }
        guard bytes.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return text }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        lines.reverse()
        let first = lines.popLast()
        rest = lines
        return first.map { String($0) }
    }

    /// Returns the bytes up to the next line feed, without the line feed and a carriage return before it.
    private mutating func nextBytes() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = piece[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                try check(end - start)
                return trimmed(piece[start..<end])
            }
            if hasEnded {
                defer { start = piece.count }
                return start < piece.count ? trimmed(piece[start...]) : nil
            }
            try check(piece.count - start)
            piece.removeSubrange(..<start)
            searched = piece.count
            start = 0
            try read()
        }
    }

    /// Throws an error if the next line, which has at least that many bytes, is too long.
    private mutating func check(_ count: Int) throws {
        guard count > Self.limits.line else { return }
        number += 1
        throw fault("it is longer than \(Self.limits.line / 1024) KiB", hint: "Write one task per line.")
    }

    private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private mutating func read() throws {
        var (count, code) = (0, Int32(0))
        piece += [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
            repeat {
                count = HometaskPlatform.read(0, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            code = errno
            initialized = max(count, 0)
        }
        guard count >= 0 else {
            throw ReplicaError(.inputOutput, "cannot read standard input: \(String(cString: strerror(code)))")
        }
        hasEnded = count == 0
        total += count
        guard total <= Self.limits.all else {
            throw ReplicaError(
                .invalidValue, "standard input is larger than the limit of \(Self.limits.all >> 20) MiB",
                hint: "Nothing was changed. Split the input.")
        }
    }

    private func fault(_ message: String, hint: String) -> ReplicaError {
        ReplicaError(.invalidValue, "line \(number): \(message)", hint: Hint(hint))
    }
}
