// SPDX-License-Identifier: Apache-2.0

public import HometaskServing

/// Looks into files of photos, in a process of its own: a file may have been made to harm the program that reads it.
public protocol PhotoExaminer: Sendable {
    /// Examines a file.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: what was found; nil if no program can look into photos here.
    /// - Throws: ``PhotoFault``.
    func examine(_ file: String, of family: String) async throws(PhotoFault) -> ExaminedPhoto?
}

/// Why a file could not be examined.
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
