// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// The names of the references that lead to the files of photos.
///
/// Invariant: a reference is written by one actor alone, so that no two devices ever write the same one: nobody has to
/// fetch in order to upload, and nothing is merged. Each month has its own, so that one reference never grows without end.
enum PhotoReferences {
    /// What a reference leads to.
    enum Content: String, CaseIterable {
        /// The files as they were attached.
        case originals = "photos"
        /// Small pictures of them.
        case thumbnails = "thumbs"
    }

    /// Where the references of all actors stand.
    static let root = "refs/hometask/"

    /// The name of an actor's reference of the month of a time, in UTC.
    static func name(_ content: Content, of actor: ActorID, at time: Timestamp) -> String {
        "\(folder(content, of: actor))\(time.rfc3339.prefix(7))"
    }

    /// What the names of an actor's references begin with.
    static func folder(_ content: Content, of actor: ActorID) -> String {
        "\(root)\(content.rawValue)/\(actor.text)/"
    }
}
