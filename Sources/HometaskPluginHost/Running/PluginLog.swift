// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlatform
import HometaskPluginProtocol

/// A plugin's log: its standard error, its log messages, and the host's own entries. If the log gets too long, the
/// older half is removed.
public final class PluginLog {
    /// The path of the log; the file does not exist until something is logged.
    public let path: String
    private var file: Int32 = -1
    private var size = 0
    /// The number of bytes that this run may still log; further output is dropped.
    private var left = PluginLimits.log / 2

    /// Creates a log; the file is created with the first entry.
    public init(path: String) {
        self.path = path
    }

    deinit {
        if file >= 0 { close(file) }
    }

    /// Logs bytes unchanged.
    ///
    /// - Returns: whether there was room for them.
    @discardableResult
    func logBytes(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= left else { return false }
        left -= bytes.count
        guard isOpen else { return true }
        _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, bytes.count) }
        size += bytes.count
        return true
    }

    /// Logs a line written by the host.
    func logLine(_ line: String) { logBytes(Array("[hometask] \(line)\n".utf8)) }

    private var isOpen: Bool {
        if file >= 0 { return true }
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        var status = stat()
        if fstat(file, &status) == 0 { size = Int(status.st_size) }
        if size > PluginLimits.log / 2 { halve() }
        return true
    }

    /// Drops the older half of the log.
    private func halve() {
        guard let bytes = try? LocalFile.read(path, limit: 4 * PluginLimits.log) else { return }
        let tail = bytes.suffix(PluginLimits.log / 4)
        let start = tail.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? tail.startIndex
        close(file)
        try? LocalFile.writeFile(path, Array(tail[start...]))
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
