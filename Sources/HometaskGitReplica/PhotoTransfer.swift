// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskMerging
import HometaskReplica

/// What of this device's photos a remote lacks, and in which portions it is sent.
///
/// Invariant: a portion ends with a commit, and a reference of the remote moves from one to the next, so that an upload
/// that is cut off loses the portion under way and no more.
struct PhotoTransfer {
    /// A reference of the remote and the commits that it is to move to, one after the other.
    struct Portion: Equatable {
        let reference: String
        let commit: ObjectID
        /// The number of photos that it contains.
        let photos: Int
        /// How many bytes of originals it brings.
        let bytes: Int
    }

    /// An original that is kept by a commit.
    struct Original {
        let commit: ObjectID
        let blob: ObjectID
        let bytes: Int
    }

    let reference: String
    /// Those that the remote lacks, the oldest first.
    let originals: [Original]

    /// Looks at what a reference has that the remote's has not.
    ///
    /// - Parameter theirs: where it stands there; nil if it is missing.
    init(of reference: String, at tip: ObjectID, beyond theirs: ObjectID?, in repository: borrowing Repository) throws {
        self.reference = reference
        var found: [Original] = []
        var next: ObjectID? = tip
        while let id = next, id != theirs {
            let commit = try repository.readCommit(id)
            for entry in try repository.readTree(commit.tree) {
                found.append(Original(commit: id, blob: entry.id, bytes: try repository.size(of: entry.id)))
            }
            next = commit.parents.first
        }
        originals = found.reversed()
    }

    /// Whether they are originals, and not thumbnails.
    var hasOriginals: Bool {
        reference.hasPrefix("\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/")
    }

    /// How many bytes the remote lacks.
    var bytes: Int { originals.reduce(0) { $0 + $1.bytes } }

    /// The first of the originals that are left, of that many bytes together, or one where that has more.
    func portion(from start: Int, of bytes: Int) -> Portion? {
        let chosen = PhotoPortion.first(of: originals.dropFirst(start), bytes: bytes, size: \.bytes)
        guard let last = chosen.last else { return nil }
        return Portion(
            reference: reference, commit: last.commit, photos: chosen.count,
            bytes: chosen.reduce(0) { $0 + $1.bytes })
    }
}
