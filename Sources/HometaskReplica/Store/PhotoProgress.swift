// SPDX-License-Identifier: Apache-2.0

/// How far originals have been sent or fetched.
public struct PhotoProgress: Hashable, Sendable {
    /// Whether they go to the remote; they come from there otherwise.
    public let isSending: Bool
    /// How many have arrived, of those of which it is certain.
    public var photos = 0
    /// Of how many.
    public let totalPhotos: Int
    /// How many bytes of them have moved, about: a remote tells of objects, not of bytes.
    public var bytes = 0
    /// Of how many.
    public let totalBytes: Int

    /// Nothing moved yet.
    public init(isSending: Bool, totalPhotos: Int, totalBytes: Int) {
        self.isSending = isSending
        self.totalPhotos = totalPhotos
        self.totalBytes = totalBytes
    }
}
