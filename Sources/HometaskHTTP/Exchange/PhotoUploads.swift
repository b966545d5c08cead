// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskHashing
import HometaskKit
import HometaskPlatform
import HometaskServing
import HometaskSystem

/// The pending photo uploads, in one folder per phone.
///
/// A file is append-only, and its size is the only state: after a server restart, the phone resumes at the end of the
/// file. A file damaged by a power failure does not match its digest, and is uploaded again.
actor PhotoUploads {
    /// A photo file that a phone uploads.
    struct Upload: Hashable, Sendable {
        let device: DocumentID
        /// The SHA-256 of the file, in hexadecimal.
        let sha256: String
        /// The size of the file in bytes.
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

    /// The maximum size of a part, in bytes.
    static let longestPart = 1 << 20
    /// The maximum number of pending files per phone, and their maximum total size in bytes.
    private static let most = (files: 50, bytes: 500_000_000)
    /// The number of seconds after which a stalled upload is removed.
    private static let patience = 7 * 86_400

    private let folder: String

    init(in folder: String) { self.folder = folder }

    nonisolated private func folder(of device: DocumentID) -> String { "\(folder)/\(device)" }

    /// Returns the path of an upload's file.
    nonisolated func path(of upload: Upload) -> String { "\(folder(of: upload.device))/\(upload.sha256)" }

    /// Returns the number of bytes received so far.
    nonisolated func received(_ upload: Upload) -> Int {
        var status = stat()
        return stat(path(of: upload), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Appends a part; a no-op unless `offset` is the end of the file.
    ///
    /// - Returns: the number of received bytes.
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

    /// A complete file under a private name, out of reach of other requests.
    struct ClaimedFile: Sendable {
        let upload: Upload
        let path: String
        let bytes: [UInt8]
    }

    /// Claims an upload's file, so that no request can append to it; returns nil if the file is incomplete.
    ///
    /// - Throws: ``ServerFault`` if the file does not match the announced digest. The file is then removed.
    nonisolated func claimFile(_ upload: Upload) throws(ServerFault) -> ClaimedFile? {
        guard received(upload) == upload.bytes else { return nil }
        var generator = SystemRandomNumberGenerator()
        let path = "\(path(of: upload)).\(generator.next())"
        // Another request may have claimed the file concurrently.
        guard rename(self.path(of: upload), path) == 0 else { return nil }
        guard let bytes = try? WholeFile.read(path, limit: upload.bytes), SHA256.hexDigest(bytes) == upload.sha256
        else {
            unlink(path)
            throw ServerFault(
                .conflict, "damaged", message: "the file is not the one that was announced; it is to be sent anew")
        }
        return ClaimedFile(upload: upload, path: path, bytes: bytes)
    }

    /// Releases a claimed file that was not attached, so that attaching it can be retried.
    nonisolated func releaseFile(_ taken: ClaimedFile) { rename(taken.path, path(of: taken.upload)) }

    /// Removes a claimed file that is no longer needed.
    nonisolated func remove(_ taken: ClaimedFile) { unlink(taken.path) }

    // MARK: Removing

    /// Removes an upload's file, so that the upload restarts from the first byte.
    nonisolated func remove(_ upload: Upload) { unlink(path(of: upload)) }

    /// Removes all uploads of a phone.
    nonisolated func removeAll(of device: DocumentID) { Self.removeAll(in: folder(of: device)) }

    /// Removes uploads that have stalled for a week, and uploads from unknown phones.
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

    /// Returns the upload files in a folder, including claimed ones.
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
