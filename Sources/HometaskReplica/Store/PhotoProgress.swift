// SPDX-License-Identifier: Apache-2.0

/// The progress of sending or fetching originals.
public struct PhotoProgress: Hashable, Sendable {
    /// Whether originals are sent to the remote; otherwise they are fetched.
    public let isSending: Bool
    /// The number of photos that have definitely arrived.
    public var photos = 0
    /// The total number of photos to send or fetch.
    public let totalPhotos: Int
    /// The approximate number of bytes that were transferred: a remote reports objects, not bytes.
    public var bytes = 0
    /// The total number of bytes to transfer; a photo to fetch whose document does not give its size counts as 0.
    public let totalBytes: Int

    /// Creates the progress of an exchange that has not begun.
    public init(isSending: Bool, totalPhotos: Int, totalBytes: Int) {
        self.isSending = isSending
        self.totalPhotos = totalPhotos
        self.totalBytes = totalBytes
    }
}
