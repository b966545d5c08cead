// SPDX-License-Identifier: Apache-2.0
import HometaskTerminal
import Testing

@Suite struct TerminalSizeTests {
    @Test("COLUMNS decides within bounds", arguments: [("100", 100), ("5", 20), ("9000", 500)])
    func columns(value: String, expected: Int) {
        #expect(TerminalSize.columns(environment: ["COLUMNS": value]) == expected)
    }

    @Test("A COLUMNS that is no positive number counts as none", arguments: ["", "wide", "0", "-3"])
    func invalid(value: String) {
        let unset = TerminalSize.columns(environment: [:])
        #expect(TerminalSize.columns(environment: ["COLUMNS": value]) == unset)
        #expect((20...500).contains(unset))
    }
}
