// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReplica

/// Attaches files; examines all of them before storing any.
struct PhotoIntake {
    private let session: FamilySession
    /// The plugin that examines files; nil if there is none.
    private let checker: PhotoPluginRun?

    /// A file to be examined.
    private struct Source {
        /// The name on the command line.
        let name: String
        let read: () throws -> PictureFile
    }

    /// A file after its examination.
    private struct Candidate {
        let source: Source
        let format: PictureFormat
        /// The result of the examination; nil if no plugin could examine the file.
        let checked: CheckedPhoto?
        /// The digests that identify the photo; only for the first files.
        let names: PhotoNames?
        let stamp: [Int]
        /// The contents; only for the first files. Nil if the file must be read again.
        let bytes: [UInt8]?

        var name: String { source.name }
        var size: Int { stamp.last ?? 0 }
    }

    init(_ session: FamilySession) throws {
        self.session = session
        checker = try PhotoPluginRun(session)
    }

    /// Stores the files and returns the drafts of their documents.
    ///
    /// - Parameter allowsPlace: whether this device's position is used for a file that contains no place.
    /// - Throws: an error that names the first file that is not a photo or is damaged; nothing is stored then.
    func drafts(_ names: [String], allowsPlace: Bool) async throws -> [PhotoDraft] {
        let environment = session.environment
        return try await drafts(
            names.map { name in Source(name: name) { try PictureFile(environment.place(name)) } },
            allowsPlace: allowsPlace)
    }

    /// Stores a photo taken by a camera, and returns the draft of its document as the only element.
    func drafts(of photo: PictureFile, allowsPlace: Bool) async throws -> [PhotoDraft] {
        try await drafts([Source(name: "camera photo") { photo }], allowsPlace: allowsPlace)
    }

    private func drafts(_ sources: [Source], allowsPlace: Bool) async throws -> [PhotoDraft] {
        var candidates: [Candidate] = []
        var reason: String?
        var held = 0
        for source in sources {
            let candidate = try await candidate(source, isHeld: held < PhotoPortion.bytesInMemory, reason: &reason)
            held += candidate.bytes?.count ?? 0
            candidates.append(candidate)
        }
        let unchecked = candidates.filter { $0.checked == nil }
        if let first = unchecked.first {
            let (what, proof) =
                unchecked.count == 1
                ? ("‘\(first.name)’ is", "proves") : ("\(unchecked.count) photos are", "prove")
            session.output.remark(
                "note: \(what) kept unchecked and without a thumbnail, and \(proof) no place or time: \(reason ?? "the plugin ‘photo’ is not enabled")"
            )
        }
        let place =
            allowsPlace && candidates.contains { $0.checked?.details.coordinates == nil } ? await ownPlace() : nil
        var drafts: [PhotoDraft] = []
        var rest = candidates[...]
        while !rest.isEmpty {
            let part = PhotoPortion.first(of: rest, bytes: PhotoPortion.bytesInMemory, size: \.size)
            let kept = try await session.replica.keepPhotos(try part.map { try file($0) })
            for (candidate, kept) in zip(part, kept) { drafts.append(draft(of: candidate, kept, place: place)) }
            rest = rest.dropFirst(part.count)
        }
        return drafts
    }

    /// Examines a file and stores nothing.
    ///
    /// - Throws: `ReplicaError` (`malformedFile`) if it is not a photo or is damaged, and `PluginHostError`
    ///   (`notEnabled`) if no enabled plugin can examine it.
    func examine(_ name: String) async throws -> ExaminedFile {
        let file = try PictureFile(session.environment.place(name))
        let format = try format(of: file, name, consequence: "")
        guard let checked = try await check(file, as: format, named: name, consequence: "") else {
            throw PluginHostError(
                .notEnabled, "the plugin ‘photo’ is not enabled",
                hint: "'hometask plugin enable photo' enables it.")
        }
        return ExaminedFile(format: format, size: file.bytes.count, checked: checked)
    }

    private func candidate(_ source: Source, isHeld: Bool, reason: inout String?) async throws -> Candidate {
        let file = try source.read()
        let format = try format(of: file, source.name, consequence: "; nothing was attached")
        // Calculated while the plugin examines the file in another process.
        let replica = session.replica
        let names = isHeld ? Task.detached { try replica.photoNames(of: file.bytes) } : nil
        var checked: CheckedPhoto?
        do {
            checked = try await check(file, as: format, named: source.name, consequence: "; nothing was attached")
        } catch let error as PluginHostError where error.code == .unavailable {
            reason = [error.message, error.hint?.text].compactMap(\.self).joined(separator: ". ")
        }
        return Candidate(
            source: source, format: format, checked: checked, names: try await names?.value, stamp: file.stamp,
            bytes: isHeld ? file.bytes : nil)
    }

    private func format(of file: PictureFile, _ name: String, consequence: String) throws -> PictureFormat {
        guard let format = PictureFormat(file.bytes) else {
            throw ReplicaError(
                .malformedFile, "‘\(name)’ is not a photo\(consequence)",
                hint: "Supported formats are JPEG, PNG, WebP, HEIC and TIFF.")
        }
        return format
    }

    /// Returns the plugin's findings about a file; nil if there is no plugin.
    private func check(
        _ file: PictureFile, as format: PictureFormat, named name: String, consequence: String
    ) async throws -> CheckedPhoto? {
        do {
            return try await checker?.examine(file.bytes, format)
        } catch let error as PluginHostError where error.code == .refused || error.code == .fault {
            throw ReplicaError(
                .malformedFile, "the photo ‘\(name)’ cannot be read: \(error.message)\(consequence)",
                hint: error.hint ?? "Check whether another program can show it.")
        }
    }

    /// Returns the current place of this device, if it is known.
    private func ownPlace() async -> PhotoLocation? {
        guard let position = try? await session.position.find() else { return nil }
        return PhotoLocation(
            position.coordinates, accuracy: position.accuracy, source: position.isTyped ? .hand : .device,
            time: position.time ?? session.now)
    }

    /// Returns the examined file, reread if it is not in memory.
    private func file(_ candidate: Candidate) throws -> PhotoFile {
        if let bytes = candidate.bytes {
            return PhotoFile(original: bytes, thumbnail: candidate.checked?.thumbnail, names: candidate.names)
        }
        let file = try candidate.source.read()
        guard file.stamp == candidate.stamp else {
            throw ReplicaError(
                .busy, "‘\(candidate.name)’ was changed by another program in the meantime",
                hint: "Attach it again when it is finished.")
        }
        return PhotoFile(original: file.bytes, thumbnail: candidate.checked?.thumbnail)
    }

    private func draft(of candidate: Candidate, _ kept: KeptPhoto, place: PhotoLocation?) -> PhotoDraft {
        var draft = PhotoDraft(kept, bytes: candidate.size, type: candidate.format.type)
        draft.details = candidate.checked?.details
        let own = candidate.checked?.details
        draft.location =
            own?.coordinates.map { PhotoLocation($0, accuracy: own?.accuracy, source: .exif) } ?? place
        return draft
    }
}

/// A photo file and a plugin's findings about it.
struct ExaminedFile: Sendable {
    let format: PictureFormat
    /// The file size in bytes.
    let size: Int
    let checked: CheckedPhoto
}
