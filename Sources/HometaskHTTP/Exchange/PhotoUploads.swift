// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPTypes
import HometaskHashing
import HometaskKit
import HometaskServing
import HometaskSystem

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
                    message: "an upload has a SHA-256 in hexadecimal, and at most \(PhotoFile.largestOriginal) bytes")
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
            throw ServerFault(.badRequest, "request", message: "the part goes beyond the end of the file")
        }
        try makeRoom(for: upload, part.count, isNew: offset == 0)
        do throws(FileError) {
            return try WholeFile.append(part, to: path(of: upload), mode: 0o600)
        } catch {
            throw Self.failure(error.reason)
        }
    }

    private func makeRoom(for upload: Upload, _ count: Int, isNew: Bool) throws(ServerFault) {
        let folder = folder(of: upload.device)
        for path in [self.folder, folder] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw Self.failure(String(cString: strerror(errno)))
            }
        }
        let sizes = Self.files(in: folder).map(\.size)
        guard sizes.count + (isNew ? 1 : 0) <= Self.most.files, sizes.reduce(count, +) <= Self.most.bytes else {
            throw ServerFault(
                .tooManyRequests, "uploads", message: "this phone is sending too many photos at once", wait: 60)
        }
    }

    // MARK: Whole files

    /// A whole file under a name of its own, which no request can reach any more.
    struct ClaimedFile: Sendable {
        let upload: Upload
        let path: String
        let bytes: [UInt8]
    }

    /// Takes the file of an upload away from the requests that send it; nil if it is not complete.
    ///
    /// - Throws: ``ServerFault`` if it is not the one that was announced. It is removed then.
    nonisolated func claimFile(_ upload: Upload) throws(ServerFault) -> ClaimedFile? {
        guard received(upload) == upload.bytes else { return nil }
        var generator = SystemRandomNumberGenerator()
        let path = "\(path(of: upload)).\(generator.next())"
        // Another request may have taken it at the same time.
        guard rename(self.path(of: upload), path) == 0 else { return nil }
        guard let bytes = try? WholeFile.read(path, limit: upload.bytes), SHA256.hexDigest(bytes) == upload.sha256
        else {
            unlink(path)
            throw ServerFault(
                .conflict, "damaged", message: "the file is not the one that was announced; it is to be sent anew")
        }
        return ClaimedFile(upload: upload, path: path, bytes: bytes)
    }

    /// Gives a file back: it was not attached now, and may be later.
    nonisolated func releaseFile(_ taken: ClaimedFile) { rename(taken.path, path(of: taken.upload)) }

    /// Removes a file that is not needed any more.
    nonisolated func remove(_ taken: ClaimedFile) { unlink(taken.path) }

    // MARK: Removing

    /// Removes the file of an upload, which then begins again at its first byte.
    nonisolated func remove(_ upload: Upload) { unlink(path(of: upload)) }

    /// Forgets the uploads of a phone.
    nonisolated func removeAll(of device: DocumentID) { Self.removeAll(in: folder(of: device)) }

    /// Removes what has not grown for a week, and what phones were sending that are not known any more.
    func clean(_ isKnown: (DocumentID) async throws -> Bool) async throws {
        for name in FolderNames.read(folder) ?? [] {
            guard let device = DocumentID(name) else { continue }
            let folder = folder(of: device)
            guard try await isKnown(device) else {
                Self.removeAll(in: folder)
                continue
            }
            for file in Self.files(in: folder) where file.changed < time(nil) - Self.patience {
                unlink("\(folder)/\(file.name)")
            }
        }
    }

    private static func removeAll(in folder: String) {
        for file in files(in: folder) { unlink("\(folder)/\(file.name)") }
        rmdir(folder)
    }

    /// The files of uploads in a folder, taken ones too.
    private static func files(in folder: String) -> [(name: String, size: Int, changed: Int)] {
        (FolderNames.read(folder) ?? []).compactMap { name in
            var status = stat()
            guard PhotoAttachment.isDigest(String(name.prefix(64))), lstat("\(folder)/\(name)", &status) == 0 else {
                return nil
            }
            return (name, Int(status.st_size), status.st_mtim.tv_sec)
        }
    }

    private static func failure(_ reason: String) -> ServerFault {
        ServerFault(.init(code: 507), "storage", message: "the server cannot store the photo: \(reason)", wait: 60)
    }
}
