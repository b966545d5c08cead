// SPDX-License-Identifier: Apache-2.0

public import HometaskServing

/// Examines photo files in a separate process, because a crafted file may exploit its parser.
public protocol PhotoExaminer: Sendable {
    /// Examines a photo's file.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the result; nil if no program on this machine can examine photos.
    /// - Throws: ``PhotoFault``.
    func examine(_ file: String, of family: String) async throws(PhotoFault) -> ExaminedPhoto?
}

/// The reason a file could not be examined.
public struct PhotoFault: Error, Hashable, Sendable {
    /// What is wrong, in one sentence.
    public let message: String
    /// Whether the fault is permanent (the file is damaged or not a photo); otherwise the examination may be retried
    /// later.
    public let isFinal: Bool

    /// Creates a fault, for implementations of ``PhotoExaminer``.
    public init(_ message: String, isFinal: Bool) {
        self.message = message
        self.isFinal = isFinal
    }
}
