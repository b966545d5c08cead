// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// A family that `init` or `join` has just created.
enum NewFamily {
    /// Creates a family and opens it for the report.
    ///
    /// The family already exists when it is opened, so a read error is not a failure of the command: it is reported
    /// together with the success.
    ///
    /// - Parameters:
    ///   - done: the success message, such as "Created the family".
    ///   - make: creates the family.
    /// - Returns: nil if the family was created but cannot be read now; the error has been reported.
    static func open(
        _ options: GlobalOptions, saying done: String, make: () async throws -> Void
    ) async throws -> FamilySession? {
        do {
            try await make()
        } catch let error as ReplicaError where error.code == .unopened {
            try printUnread(done, error.message)
            return nil
        }
        do {
            return try await FamilySession.open(options)
        } catch {
            try printUnread(done, ErrorReport(error).text.split(separator: "\n").first.map(String.init) ?? "\(error)")
            return nil
        }
    }

    /// Returns the folder for the family on the command line, as an argument or with `-C`; nil if there is none.
    static func folder(_ argument: String?, _ options: GlobalOptions) throws -> String? {
        if let argument, let directory = options.directory {
            throw UsageError(
                "the new family's folder is named twice: ‘\(argument)’ and, with -C, ‘\(directory)’",
                hint: "Name it once.")
        }
        return argument ?? options.directory
    }

    /// Makes the family the default of a user who has none. Commands use the default if no other family is named or
    /// found nearby. The family has already been created, so a failure to store the setting is not an error.
    ///
    /// - Returns: whether the family is now the default.
    static func becomesDefault(_ session: FamilySession) -> Bool {
        do {
            return try SettingStore.setFirst(
                .defaultFamily, to: session.replica.folder, environment: session.environment)
        } catch {
            let reason = ErrorReport(error).text.split(separator: "\n").first.map { $0.replacing("error: ", with: "") }
            session.output.remark("note: this is not your default family: \(reason ?? "\(error)")")
            return false
        }
    }

    static let defaultSentence =
        "It is your default family: commands use it in every folder, unless you name another one or are in its folder."

    private static func printUnread(_ done: String, _ reason: String) throws {
        StandardError.writeText("note: the family was created, but cannot be read now: \(EscapedText.safe(reason))\n")
        try StandardOutput.writeText(EscapedText.safe(done) + "\n")
    }
}
