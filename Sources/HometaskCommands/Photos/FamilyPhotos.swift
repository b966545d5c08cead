// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Stores and prints the photos of a session's family.
struct FamilyPhotos: Sendable {
    let session: FamilySession

    /// Runs a closure with stored files, and releases them if it throws, so that a rejected photo is never sent.
    func keeping<Result>(_ drafts: [PhotoDraft], _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            if !drafts.isEmpty { try? await session.replica.releasePhotos(drafts) }
            throw error
        }
    }

    /// Prints the current state of photos as JSON.
    ///
    /// - Parameter isList: whether to print an array even for a single photo.
    func print(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (session, photos, subjects) = try await session.snapshot { snapshot in
            let all = try PhotoFinder(reading: snapshot.reader).photos
            let photos = ids.compactMap { id in all.first { $0.id == id } }
            return (snapshot.session, photos, try SubjectNames(of: photos, reading: snapshot.reader))
        }
        let files = try await PhotoFileStates(of: photos, in: session)
        let objects = photos.map { PhotoJSON.object($0, files: files, subjects: subjects, in: session) }
        try session.output.print(objects, isList: isList)
    }
}
