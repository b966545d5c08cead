// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskPluginProtocol

/// A plugin's log: what it writes to standard error and tells the host to note, and what the host has to say of it.
/// The older half goes when it gets too long.
public final class PluginLog {
    /// The path of the log; there is no file before something is noted.
    public let path: String
    private var file: Int32 = -1
    private var size = 0
    /// The number of bytes that one run may still log; the rest is dropped.
    private var left = PluginLimits.log / 2

    /// The log in a file, which is made when there is something to note.
    public init(path: String) {
        self.path = path
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Records bytes as they are.
    ///
    /// - Returns: whether there was room for them.
    @discardableResult
    func note(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= left else { return false }
        left -= bytes.count
        guard isOpen else { return true }
        _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, bytes.count) }
        size += bytes.count
        return true
    }

    /// Records a line of the host's.
    func note(_ line: String) { note(Array("[hometask] \(line)\n".utf8)) }

    private var isOpen: Bool {
        if file >= 0 { return true }
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        var status = stat()
        if fstat(file, &status) == 0 { size = Int(status.st_size) }
        if size > PluginLimits.log / 2 { halve() }
        return true
    }

    /// Keeps the newer half.
    private func halve() {
        guard let bytes = try? LocalFile.read(path, limit: 4 * PluginLimits.log) else { return }
        let tail = bytes.suffix(PluginLimits.log / 4)
        let start = tail.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? tail.startIndex
        close(file)
        try? LocalFile.write(path, Array(tail[start...]))
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
