// SPDX-License-Identifier: Apache-2.0

/// The digests that identify the original of a photo.
public struct PhotoNames: Hashable, Sendable {
    /// The SHA-256, in hexadecimal.
    public let sha256: String
    /// The object id in git.
    public let git: String

    /// Creates names from two digests in lower-case hexadecimal, without checking them.
    public init(sha256: String, git: String) {
        self.sha256 = sha256
        self.git = git
    }
}
