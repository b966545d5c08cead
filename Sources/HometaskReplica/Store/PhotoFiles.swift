// SPDX-License-Identifier: Apache-2.0

/// The files of photos that are about to be attached.
public struct PhotoFile: Sendable {
    /// The most bytes that an original may have: hosts of git repositories refuse files of more.
    public static let largestOriginal = 100_000_000
    /// The most bytes that a thumbnail may have.
    public static let largestThumbnail = 6 * 1024

    /// The bytes of the original.
    public var original: [UInt8]
    /// The thumbnail, upright; nil if none could be made.
    public var thumbnail: [UInt8]?

    /// What the original is known by; nil if that is still to be worked out.
    public var names: PhotoNames?

    /// Creates the files of one photo; without `names`, these are worked out when the photo is kept.
    public init(original: [UInt8], thumbnail: [UInt8]?, names: PhotoNames? = nil) {
        self.original = original
        self.thumbnail = thumbnail
        self.names = names
    }
}

/// What the original of a photo is known by.
public struct PhotoNames: Hashable, Sendable {
    /// Its SHA-256, in hexadecimal.
    public let sha256: String
    /// The object id that it has in git.
    public let git: String

    /// Creates names from two digests in lower-case hexadecimal, which are not checked.
    public init(sha256: String, git: String) {
        self.sha256 = sha256
        self.git = git
    }
}

/// Where the files of a photo are kept.
public struct KeptPhoto: Hashable, Sendable {
    /// What the original is known by.
    public let names: PhotoNames
    /// The object id of the thumbnail in git; nil if there is none.
    public let thumbnail: String?

    /// Where files are kept.
    public init(names: PhotoNames, thumbnail: String?) {
        self.names = names
        self.thumbnail = thumbnail
    }
}
