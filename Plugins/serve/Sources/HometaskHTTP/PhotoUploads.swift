// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPTypes
import HometaskHashing
import HometaskKit
import HometaskServing

/// The files of photos that phones are sending, in a folder for each phone.
///
/// A file grows from its beginning, so its size is the number of bytes that were received, and nothing else has to be
/// remembered: after a restart of the server a phone goes on where the file ends. A file that a power failure has damaged
/// is not the one that the phone names, and is sent anew.
actor PhotoUploads {
    /// A file that a phone sends.
    struct Upload: Hashable, Sendable {
        let device: DocumentID
        /// Its SHA-256, in hexadecimal.
        let sha256: String
        /// Its size in bytes.
        let bytes: Int

        init(_ attachment: PhotoAttachment, from device: DocumentID) {
            (self.device, sha256, bytes) = (device, attachment.sha256, attachment.bytes)
        }

        init(sha256: String, bytes: Int, from device: DocumentID) throws(ServerFault) {
            guard PhotoAttachment.isDigest(sha256), (1...PhotoFile.largestOriginal).contains(bytes) else {
                throw ServerFault(
                    .badRequest, "request",
                    "an upload has a SHA-256 in hexadecimal, and at most \(PhotoFile.largestOriginal) bytes")
            }
            (self.device, self.sha256, self.bytes) = (device, sha256, bytes)
        }
    }

    /// The largest size of a part, in bytes.
    static let longestPart = 1 << 20
    /// The largest number of files that a phone may be sending, and of their bytes.
    private static let most = (files: 50, bytes: 500_000_000)
    /// The number of seconds after which a file that does not grow is removed.
    private static let patience = 7 * 86_400

    private let folder: String

    init(in folder: String) { self.folder = folder }

    nonisolated private func folder(of device: DocumentID) -> String { "\(folder)/\(device)" }

    /// The path of the file of an upload.
    nonisolated func path(of upload: Upload) -> String { "\(folder(of: upload.device))/\(upload.sha256)" }

    /// The number of bytes that were received.
    nonisolated func received(_ upload: Upload) -> Int {
        var status = stat()
        return stat(path(of: upload), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Adds a part, unless it does not begin where the file ends.
    ///
    /// - Returns: the number of bytes that were received.
    func append(_ part: [UInt8], at offset: Int, to upload: Upload) throws(ServerFault) -> Int {
        let received = received(upload)
        guard offset == received, !part.isEmpty else { return received }
        guard offset + part.count <= upload.bytes else {
            throw ServerFault(.badRequest, "request", "the part goes beyond the end of the file")
        }
        if offset == 0 { try makeRoom(for: upload) }
        let file = open(path(of: upload), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure() }
        defer { close(file) }
        var rest = part[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            rest = rest.dropFirst(count)
        }
        return offset + part.count
    }

    private func makeRoom(for upload: Upload) throws(ServerFault) {
        let folder = folder(of: upload.device)
        for path in [self.folder, folder] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure() }
        }
        var (files, bytes) = (1, upload.bytes)
        for name in Self.names(in: folder) {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            if status.st_mtim.tv_sec < time(nil) - Self.patience {
                unlink("\(folder)/\(name)")
            } else {
                files += 1
                bytes += Int(status.st_size)
            }
        }
        guard files <= Self.most.files, bytes <= Self.most.bytes else {
            throw ServerFault(.tooManyRequests, "uploads", "this phone is sending too many photos at once", wait: 60)
        }
    }

    /// The file of an upload; nil if it is not complete.
    ///
    /// - Throws: ``ServerFault`` if it is not the one that was announced. It is removed then.
    nonisolated func whole(_ upload: Upload) throws(ServerFault) -> [UInt8]? {
        guard received(upload) >= upload.bytes else { return nil }
        let file = open(path(of: upload), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Self.failure() }
        defer { close(file) }
        var isComplete = true
        let bytes = [UInt8](unsafeUninitializedCapacity: upload.bytes) { buffer, filled in
            while filled < upload.bytes {
                let count = read(file, buffer.baseAddress?.advanced(by: filled), upload.bytes - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
            isComplete = filled == upload.bytes
        }
        guard isComplete, received(upload) == upload.bytes, SHA256.hexDigest(bytes) == upload.sha256 else {
            remove(upload)
            throw ServerFault(.conflict, "damaged", "the file is not the one that was announced; it is to be sent anew")
        }
        return bytes
    }

    /// Forgets an upload.
    nonisolated func remove(_ upload: Upload) { unlink(path(of: upload)) }

    /// Forgets the uploads of a phone.
    nonisolated func removeAll(of device: DocumentID) {
        let folder = folder(of: device)
        for name in Self.names(in: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func names(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if PhotoAttachment.isDigest(name) { names.append(name) }
        }
        return names
    }

    private static func failure() -> ServerFault {
        let reason = String(cString: strerror(errno))
        return ServerFault(.init(code: 507), "storage", "the server cannot store the photo: \(reason)", wait: 60)
    }
}
