// SPDX-License-Identifier: Apache-2.0

/// The files of photos that are about to be attached.
public struct PhotoFile: Sendable {
    /// The maximum number of bytes of an original: hosts of git repositories refuse larger files.
    public static let largestOriginal = 100_000_000
    /// The maximum number of bytes of a thumbnail.
    public static let largestThumbnail = 6 * 1024

    /// The bytes of the original.
    public var original: [UInt8]
    /// The thumbnail, upright; nil if none could be made.
    public var thumbnail: [UInt8]?

    /// The digests of the original; nil if they have not been computed yet.
    public var names: PhotoNames?

    /// Creates the files of one photo; without `names`, the digests are computed when the photo is stored.
    public init(original: [UInt8], thumbnail: [UInt8]?, names: PhotoNames? = nil) {
        self.original = original
        self.thumbnail = thumbnail
        self.names = names
    }
}
