// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskSystem
import Synchronization

/// The file to import, which is read piece by piece.
final class SourceFile: Sendable {
    /// The file's name without its folder, or `standard input`.
    let name: String
    private let state: Mutex<State>

    private struct State {
        let file: Int32
        /// Bytes that were read but not passed on yet: the beginning of a character that the last piece cut off, or
        /// bytes that were read in advance.
        var left: [UInt8] = []
        var isAtEnd = false
    }

    /// The maximum number of bytes of a piece. Escapes turn one byte into six at most, and a message has room for that.
    private static let piece = 512 << 10

    /// Opens a file that a command line names.
    init(_ path: String, in environment: CommandEnvironment) throws {
        if path == "-" {
            name = "standard input"
            state = Mutex(State(file: dup(0)))
            return
        }
        let place = environment.place(path)
        let file = open(place, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(file)
            throw Self.failure(path, EISDIR)
        }
        name = place.split(separator: "/").last.map(String.init) ?? path
        state = Mutex(State(file: file))
    }

    private static func failure(_ path: String, _ number: Int32) -> ReplicaError {
        switch number {
        case EISDIR:
            ReplicaError(
                .inputOutput, "cannot read \(path): it is a folder", hint: "Name a file, or - for standard input.")
        case ENOENT, ENOTDIR: TextFile.missing(path, hint: "'-' stands for standard input.")
        default: FileError(path, "read", number: number).replicaError
        }
    }

    deinit {
        close(state.withLock { $0.file })
    }

    /// Whether the first piece of the file is all of it, and contains only spaces, tabs and line ends.
    func isEmpty() throws -> Bool {
        try state.withLock { state in
            var bytes = state.left
            try fill(&bytes, &state)
            state.left = bytes
            let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
            return state.isAtEnd && text.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        }
    }

    /// Reads until a piece is full.
    private func fill(_ bytes: inout [UInt8], _ state: inout State) throws {
        while !state.isAtEnd, bytes.count < Self.piece {
            var chunk = [UInt8](repeating: 0, count: Self.piece - bytes.count)
            let count = read(state.file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ReplicaError(.inputOutput, "cannot read \(name): \(String(cString: strerror(errno)))")
            }
            state.isAtEnd = count == 0
            bytes += chunk[..<count]
        }
    }

    /// The answer to `source/read`.
    func piece(_ params: JSONObject) throws -> JSONObject {
        let asBytes = params["encoding"] == "base64"
        return try state.withLock { state in
            var bytes = state.left
            state.left = []
            try fill(&bytes, &state)
            let end = JSON.bool(state.isAtEnd)
            if asBytes { return ["base64": .string(Base64.encoded(bytes)), "end": end] }
            if !state.isAtEnd { state.left = Self.takeIncompleteCharacter(from: &bytes) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ReplicaError(
                    .invalidValue, "\(name) is not text in UTF-8", hint: "Save it as UTF-8, and try again.")
            }
            return ["text": .string(text), "end": end]
        }
    }

    /// Removes the bytes of an incomplete character from the end; the rest of the character follows in the next piece.
    private static func takeIncompleteCharacter(from bytes: inout [UInt8]) -> [UInt8] {
        for length in 1...min(3, max(1, bytes.count)) where bytes.count >= length {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            guard needed > length else { return [] }
            let tail = Array(bytes.suffix(length))
            bytes.removeLast(length)
            return tail
        }
        return []
    }
}
