// SPDX-License-Identifier: Apache-2.0

/// How far originals have been sent or fetched.
public struct PhotoProgress: Hashable, Sendable {
    /// Whether they go to the remote; they come from there otherwise.
    public let isSending: Bool
    /// The number of photos that have certainly arrived.
    public var photos = 0
    /// How many are to be sent or fetched in all.
    public let totalPhotos: Int
    /// How many bytes of them have moved, about: a remote tells of objects, not of bytes.
    public var bytes = 0
    /// How many bytes are to be moved in all; a photo to fetch whose document does not give its size counts as 0.
    public let totalBytes: Int

    /// Creates the progress of an exchange in which nothing has moved yet.
    public init(isSending: Bool, totalPhotos: Int, totalBytes: Int) {
        self.isSending = isSending
        self.totalPhotos = totalPhotos
        self.totalBytes = totalBytes
    }
}
