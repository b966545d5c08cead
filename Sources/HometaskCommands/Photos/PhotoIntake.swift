// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReplica

/// The files that people attach: all are looked into before anything is kept of any.
struct PhotoIntake {
    private let session: FamilySession
    /// What looks into files; nil if nothing does.
    private let checker: PhotoPluginRun?

    /// A file that was looked into.
    private struct Candidate {
        /// As it was named.
        let name: String
        let path: String
        let format: PictureFormat
        /// What was found; nil if nothing could look into it.
        let checked: CheckedPhoto?
        /// What it is known by, of the first files.
        let names: PhotoNames?
        let stamp: [Int]
        /// What it holds, of the first files; nil if it is to be read again.
        let bytes: [UInt8]?

        var size: Int { stamp.last ?? 0 }
    }

    init(_ session: FamilySession) throws {
        self.session = session
        checker = try PhotoPluginRun(session)
    }

    /// Keeps the files and says what their documents are to hold.
    ///
    /// - Parameter allowsPlace: whether a place may be noted that is not the file's own: this device's.
    /// - Throws: an error that names the first file which is not a photo, or broken; nothing is kept then.
    func drafts(_ names: [String], allowsPlace: Bool) async throws -> [PhotoDraft] {
        var candidates: [Candidate] = []
        var reason: String?
        var held = 0
        for name in names {
            let candidate = try await candidate(name, isHeld: held < PhotoPortion.bytesInMemory, &reason)
            held += candidate.bytes?.count ?? 0
            candidates.append(candidate)
        }
        let unchecked = candidates.filter { $0.checked == nil }
        if let first = unchecked.first {
            let what = unchecked.count == 1 ? "‘\(first.name)’ is" : "\(unchecked.count) photos are"
            session.output.remark(
                "note: \(what) kept unchecked, without a thumbnail, and prove no place or time: \(reason ?? "the plugin ‘photo’ is not enabled")"
            )
        }
        let place =
            allowsPlace && candidates.contains { $0.checked?.details.coordinates == nil } ? await ownPlace() : nil
        var drafts: [PhotoDraft] = []
        var rest = candidates[...]
        while !rest.isEmpty {
            let part = PhotoPortion.first(of: rest, bytes: PhotoPortion.bytesInMemory, size: \.size)
            let kept = try await session.replica.keepPhotos(try part.map { try file($0) })
            for (candidate, kept) in zip(part, kept) { drafts.append(draft(of: candidate, kept, place)) }
            rest = rest.dropFirst(part.count)
        }
        return drafts
    }

    private func candidate(_ name: String, isHeld: Bool, _ reason: inout String?) async throws -> Candidate {
        let path = session.environment.place(name)
        let file = try PictureFile(path)
        guard let format = PictureFormat(file.bytes) else {
            throw ReplicaError(
                .malformedFile, "‘\(name)’ is not a photo; nothing was attached",
                hint: "Supported formats are JPEG, PNG, WebP, HEIC and TIFF.")
        }
        // Worked out while the plugin, another process, looks into the file.
        let replica = session.replica
        let names = isHeld ? Task.detached { try replica.photoNames(of: file.bytes) } : nil
        var checked: CheckedPhoto?
        do {
            checked = try await checker?.examine(file.bytes, format)
        } catch let error as PluginHostError where error.code == .unavailable {
            reason = [error.message, error.hint?.text].compactMap(\.self).joined(separator: ". ")
        } catch let error as PluginHostError where error.code == .refused || error.code == .fault {
            throw ReplicaError(
                .malformedFile, "the photo ‘\(name)’ cannot be read: \(error.message); nothing was attached",
                hint: error.hint ?? "Check whether another program can show it.")
        }
        return Candidate(
            name: name, path: path, format: format, checked: checked, names: try await names?.value, stamp: file.stamp,
            bytes: isHeld ? file.bytes : nil)
    }

    /// Where this device is now, if anything knows.
    private func ownPlace() async -> PhotoLocation? {
        guard let position = try? await session.position() else { return nil }
        return PhotoLocation(
            position.coordinates, accuracy: position.accuracy, source: position.isTyped ? .hand : .device,
            time: position.time ?? session.now)
    }

    /// The file as it was looked into; it is read again where it is not held.
    private func file(_ candidate: Candidate) throws -> PhotoFile {
        if let bytes = candidate.bytes {
            return PhotoFile(original: bytes, thumbnail: candidate.checked?.thumbnail, names: candidate.names)
        }
        let file = try PictureFile(candidate.path)
        guard file.stamp == candidate.stamp else {
            throw ReplicaError(
                .busy, "‘\(candidate.name)’ was changed by another program in the meantime",
                hint: "Attach it again when it is finished.")
        }
        return PhotoFile(original: file.bytes, thumbnail: candidate.checked?.thumbnail)
    }

    private func draft(of candidate: Candidate, _ kept: KeptPhoto, _ place: PhotoLocation?) -> PhotoDraft {
        var draft = PhotoDraft(kept, bytes: candidate.size, type: candidate.format.type)
        draft.details = candidate.checked?.details
        let own = candidate.checked?.details
        draft.location =
            own?.coordinates.map { PhotoLocation($0, accuracy: own?.accuracy, source: .exif) } ?? place
        return draft
    }
}
