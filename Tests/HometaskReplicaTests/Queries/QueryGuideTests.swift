// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import TestSupport
import Testing

@Suite("The guide's tables of queries")
struct QueryGuideTests {
    @Test("match the parser")
    func tables() throws {
        try GuidePage.check("Queries") { page in
            try page.setRows(of: "| word | |", to: QueryFlag.allCases.map { ["`\($0.rawValue)`", $0.meaning] })
            try page.setRows(
                of: "| field | what | with | as in |",
                to: QueryField.allCases.map { field in
                    let names = ([field.name] + field.aliases).map { "`\($0)`" }.joined(separator: ", ")
                    return [names, field.meaning, field.values, "`\(field.example)`"]
                })
            try page.setRows(
                of: "| term | coefficient | applies |",
                to: Urgency.Term.allCases.map { ["`\($0.rawValue)`", "\($0.coefficient)", $0.meaning] })
            let keys = TaskOrder.Key.allCases.map { "`\($0.name)`" }.joined(separator: ", ")
            try page.setLine(after: "direction. The keys are", to: keys + ".")
        }
    }
}
