// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskPluginProtocol
import HometaskSystem
import Synchronization

/// The file to import, read in chunks, or several files read as one.
final class SourceFile: Sendable {
    /// The file's name without its folder, `standard input`, or the number of files.
    let name: String
    /// The files, each with the number of lines before it; empty if there is only one.
    private let parts: [(name: String, linesBefore: Int)]
    private let state: Mutex<State>

    private struct State {
        /// The descriptor of the file; -1 if all of it has been read.
        let file: Int32
        /// Bytes read ahead and not yet passed on.
        var left: [UInt8] = []
        var isAtEnd = false
        var decoder = SourceTextDecoder()
    }

    /// The maximum size of a chunk, in bytes. Escaping expands each byte to at most six, so an escaped chunk still fits
    /// in a message.
    private static let piece = 512 << 10

    /// Opens a file named on the command line.
    init(_ path: String, in environment: CommandEnvironment) throws {
        parts = []
        if path == "-" {
            name = "standard input"
            state = Mutex(State(file: dup(0)))
            return
        }
        let place = environment.place(path)
        let file = try Self.opened(path, at: place)
        name = Self.name(of: place)
        state = Mutex(State(file: file))
    }

    /// Reads several files named on the command line as if they were one; each starts on a new line.
    init(joining paths: [String], in environment: CommandEnvironment) throws {
        var (parts, bytes, lines) = ([(name: String, linesBefore: Int)](), [UInt8](), 0)
        for path in paths {
            let source = try SourceFile(path, in: environment)
            var part = SourceTextDecoder.unmarked(try source.rest())
            if let last = part.last, last != 0x0A { part.append(0x0A) }
            parts.append((source.name, lines))
            lines += Self.lineCount(of: part)
            bytes += part
        }
        name = "\(paths.count) files"
        self.parts = parts
        state = Mutex(State(file: -1, left: bytes, isAtEnd: true))
    }

    private static func name(of place: String) -> String { place.split(separator: "/").last.map(String.init) ?? place }

    private static func opened(_ path: String, at place: String) throws -> Int32 {
        let file = open(place, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path, errno) }
        var status = stat()
        if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            close(file)
            throw failure(path, EISDIR)
        }
        return file
    }

    /// Returns the number of line ends: LF, CRLF or CR.
    private static func lineCount(of bytes: [UInt8]) -> Int {
        var (count, wasReturn) = (0, false)
        for byte in bytes {
            if byte == 0x0D || (byte == 0x0A && !wasReturn) { count += 1 }
            wasReturn = byte == 0x0D
        }
        return count
    }

    /// Returns the file and, if known, the line in it for a line of the joined text: `chores.ics:7`.
    func place(of line: Int?) -> String {
        guard let line else { return name }
        let part = part(of: line) ?? (name, line)
        return "\(part.name):\(part.line)"
    }

    /// Returns the file and the line in it for a line of the joined text; nil if there is only one file.
    func part(of line: Int) -> (name: String, line: Int)? {
        parts.last { $0.linesBefore < line }.map { ($0.name, line - $0.linesBefore) }
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
        let file = state.withLock { $0.file }
        if file >= 0 { close(file) }
    }

    /// Returns whether the file fits in one chunk and contains only spaces, tabs and line ends.
    func isEmpty() throws -> Bool {
        try state.withLock { state in
            var bytes = state.left
            try fill(&bytes, &state)
            state.left = bytes
            let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
            return state.isAtEnd && text.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        }
    }

    /// Notes for the user about how the file was read.
    var notes: [String] {
        state.withLock { $0.decoder.isWindows1252 } ? [SourceTextDecoder.windows1252Note] : []
    }

    /// Reads the rest of the file.
    private func rest() throws -> [UInt8] {
        try state.withLock { state in
            var bytes: [UInt8] = []
            repeat {
                var piece: [UInt8] = []
                try fill(&piece, &state)
                bytes += piece
                guard bytes.count <= Self.mostJoinedBytes else {
                    throw ReplicaError(
                        .invalidValue, "\(name) is too large to be imported with other files",
                        hint: "Import it by itself.")
                }
            } while !state.isAtEnd
            return bytes
        }
    }

    /// The maximum size of each joined file, in bytes.
    private static let mostJoinedBytes = 64 << 20

    /// Reads until a chunk is full.
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

    /// Returns the response to a `source/read` request.
    func piece(_ params: JSONObject) throws -> JSONObject {
        let asBytes = params["encoding"] == "base64"
        return try state.withLock { state in
            var bytes = state.left
            state.left = []
            try fill(&bytes, &state)
            if bytes.count > Self.piece {
                state.left = Array(bytes[Self.piece...])
                bytes.removeLast(bytes.count - Self.piece)
            }
            let isLast = state.isAtEnd && state.left.isEmpty
            let end = JSON.bool(isLast)
            if asBytes { return ["base64": .string(Base64.standard.encoded(bytes)), "end": end] }
            guard let text = state.decoder.text(of: bytes, isLast: isLast) else {
                throw ReplicaError(
                    .invalidValue, "\(name) is not text: it is neither in UTF-8 nor in Windows-1252",
                    hint: "Save it as text in UTF-8, and try again.")
            }
            return ["text": .string(text), "end": end]
        }
    }
}
