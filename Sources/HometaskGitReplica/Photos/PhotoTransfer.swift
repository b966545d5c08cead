// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskMerging
import HometaskReplica

/// The photos of this device that a remote lacks, divided into portions to be sent.
///
/// Invariant: a portion ends with a commit, and the remote's reference moves from one such commit to the next. An
/// interrupted upload therefore loses only the portion in progress.
struct PhotoTransfer {
    /// A reference of the remote and the commits that it will move to, one after another.
    struct Portion: Equatable {
        let reference: String
        let commit: ObjectID
        /// The number of photos in the portion.
        let photos: Int
        /// The size of the portion's originals in bytes.
        let bytes: Int
    }

    /// An original with the commit that contains it.
    struct Original {
        let commit: ObjectID
        let blob: ObjectID
        let bytes: Int
    }

    let reference: String
    /// The originals that the remote lacks, oldest first.
    let originals: [Original]

    /// Determines the part of a reference that the remote lacks.
    ///
    /// - Parameter theirs: the reference's commit at the remote; nil if it is missing.
    init(of reference: String, at tip: ObjectID, beyond theirs: ObjectID?, in repository: Repository) throws {
        self.reference = reference
        var found: [Original] = []
        var next: ObjectID? = tip
        while let id = next, id != theirs {
            let commit = try repository.commits.read(id)
            for entry in try repository.trees.entries(of: commit.tree) {
                found.append(Original(commit: id, blob: entry.id, bytes: try repository.size(of: entry.id)))
            }
            next = commit.parents.first
        }
        originals = found.reversed()
    }

    /// Whether they are originals rather than thumbnails.
    var hasOriginals: Bool {
        reference.hasPrefix("\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/")
    }

    /// Returns a portion of the remaining originals, up to that many bytes in total; at least one original, however
    /// large.
    func portion(from start: Int, of bytes: Int) -> Portion? {
        let chosen = PhotoPortion.first(of: originals.dropFirst(start), bytes: bytes, size: \.bytes)
        guard let last = chosen.last else { return nil }
        return Portion(
            reference: reference, commit: last.commit, photos: chosen.count,
            bytes: chosen.reduce(0) { $0 + $1.bytes })
    }
}
