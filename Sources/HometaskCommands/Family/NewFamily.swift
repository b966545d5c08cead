// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// A family that `init` or `join` has just put in its place.
enum NewFamily {
    /// Makes a family and opens it for the report.
    ///
    /// The family stands by the time it is opened, so what keeps it from being read then is not a failure of the
    /// command: it is told beside the success.
    ///
    /// - Parameters:
    ///   - done: says what was done, such as "Created the family".
    ///   - make: makes it.
    /// - Returns: nil if it stands and cannot be read now; that has been told.
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

    /// The folder that the command line names for it, as an argument or with `-C`; nil if it names none.
    static func folder(_ argument: String?, _ options: GlobalOptions) throws -> String? {
        if let argument, let directory = options.directory {
            throw UsageError(
                "the new family's folder is named twice: ‘\(argument)’ and, with -C, ‘\(directory)’",
                hint: "Name it once.")
        }
        return argument ?? options.directory
    }

    /// Makes the family the one that commands work on where no other is named or near, unless the user has one already.
    /// The family stands by then, so settings that cannot be kept are no failure.
    ///
    /// - Returns: whether it is that from now on.
    static func becomesDefault(_ session: FamilySession) -> Bool {
        do {
            return try SettingStore.setFirst(.defaultFamily, to: session.replica.folder, session.environment)
        } catch {
            let reason = ErrorReport(error).text.split(separator: "\n").first.map { $0.replacing("error: ", with: "") }
            session.output.remark("note: this is not your default family: \(reason ?? "\(error)")")
            return false
        }
    }

    static let defaultSentence =
        "It is your default family: commands use it in every folder, unless you name another one or are in its folder."

    private static func tell(_ done: String, _ reason: String) throws {
        StandardError.write("note: the family was created, but cannot be read now: \(EscapedText.safe(reason))\n")
        try StandardOutput.write(EscapedText.safe(done) + "\n")
    }
}
