// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskProcess
import HometaskReplica

/// The checks of `hometask doctor` that the program `hometask-serve` makes: whether phones can use its page.
struct PhoneExamination {
    let session: FamilySession

    /// Returns the findings; none if the program is not installed, or the server has never run for the family.
    func findings() -> [Finding] {
        guard let program = ProgramPath.findBesideOwn("hometask-serve", in: session.environment.variables) else {
            return []
        }
        let words = ["check", "--json", "--family", session.replica.folder]
        var run = ProgramRun(program, words, environment: session.environment.variables)
        // As long as the requests for the page and its worker may take.
        run.patience = 40_000
        let outcome = try? run.run([])
        guard let outcome, case .array(let values)? = try? JSON.parse(outcome.output) else {
            let lines = outcome?.errors.split(separator: UInt8(ascii: "\n")) ?? []
            let error = lines.map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix("error: ") }
            let reason = error.map { ": \($0.dropFirst("error: ".count))" } ?? ""
            return [Finding(.problem, "phones", message: "the page for phones cannot be checked\(reason)")]
        }
        return values.compactMap(Self.finding)
    }

    private static func finding(_ value: JSON) -> Finding? {
        guard let severity = value["severity"]?.stringValue.flatMap(Finding.Severity.init),
            let subject = value["subject"]?.stringValue, let message = value["message"]?.stringValue
        else { return nil }
        return Finding(severity, subject, message: message, hint: value["hint"]?.stringValue.map { "\($0)" })
    }
}
