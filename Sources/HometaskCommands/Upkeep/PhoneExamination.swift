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
        guard let outcome = try? run.run([]), case .array(let values)? = try? JSON.parse(outcome.output) else {
            return [Finding(.advice, "phones", message: "\(program) cannot check the page for phones")]
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
