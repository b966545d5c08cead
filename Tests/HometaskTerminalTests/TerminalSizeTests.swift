// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import Testing

@Suite struct TerminalSizeTests {
    @Test("COLUMNS is used, within bounds", arguments: [("100", 100), ("5", 20), ("9000", 500)])
    func columns(value: String, expected: Int) {
        #expect(TerminalSize.columns(environment: ["COLUMNS": value]) == expected)
    }

    @Test("A COLUMNS other than a positive number is ignored", arguments: ["", "wide", "0", "-3"])
    func invalid(value: String) {
        let unset = TerminalSize.columns(environment: [:])
        #expect(TerminalSize.columns(environment: ["COLUMNS": value]) == unset)
        #expect((20...500).contains(unset))
    }
}
