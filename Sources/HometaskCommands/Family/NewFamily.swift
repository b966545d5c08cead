// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import HometaskTerminal

/// A family that `init` or `join` has just put in its place.
enum NewFamily {
    /// Makes a family and opens it for the report.
    ///
    /// The family stands by the time it is opened, so what keeps it from being read then is no failure of the command: it
    /// is told beside the success.
    ///
    /// - Parameters:
    ///   - done: says what was done, such as "Founded the family".
    ///   - make: makes it.
    /// - Returns: nil where it stands and cannot be read now; that has been told.
    static func open(
        _ options: GlobalOptions, saying done: String, _ make: () async throws -> Void
    ) async throws -> FamilySession? {
        do {
            try await make()
        } catch let error as ReplicaError where error.code == .unopened {
            try tell(done, error.message)
            return nil
        }
        do {
            return try await FamilySession.open(options)
        } catch {
            try tell(done, ErrorReport(error).text.split(separator: "\n").first.map(String.init) ?? "\(error)")
            return nil
        }
    }

    private static func tell(_ done: String, _ reason: String) throws {
        StandardError.write("note: it stands, and cannot be read now: \(EscapedText.safe(reason))\n")
        try StandardOutput.write(EscapedText.safe(done) + "\n")
    }
}
