// SPDX-License-Identifier: Apache-2.0

public import HometaskServing

/// Examines photo files in a separate process, since a file may be crafted to attack its reader.
public protocol PhotoExaminer: Sendable {
    /// Examines the file of a photo.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the result; nil if no program here can examine photos.
    /// - Throws: ``PhotoFault``.
    func examine(_ file: String, of family: String) async throws(PhotoFault) -> ExaminedPhoto?
}

/// The reason a file could not be examined.
public struct PhotoFault: Error, Hashable, Sendable {
    /// What is wrong, in one sentence.
    public let message: String
    /// Whether the file is not a photo, or is damaged; otherwise it may be examined later.
    public let isFinal: Bool

    /// Creates a fault, for implementations of ``PhotoExaminer``.
    public init(_ message: String, isFinal: Bool) {
        self.message = message
        self.isFinal = isFinal
    }
}
