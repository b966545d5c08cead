// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import Testing

@Suite("Line numbers of a JSON list's elements")
struct ElementLinesTests {
    private func lines(_ text: String, in member: String? = nil) -> [Int] {
        let lines = ElementLines(of: text, in: member)
        return (0..<10).compactMap { lines[$0] }
    }

    @Test("A top-level list is found, whatever its elements")
    func list() {
        #expect(lines("[]").isEmpty && lines("[ \n ]").isEmpty && lines("").isEmpty)
        #expect(lines("[1,\n\n[2,\n3], {\"a\": [4]},\n\"x\\\"],[\", null]") == [1, 3, 4, 5, 5])
    }

    @Test("The list of a member is found, not a nested one or a text of the same name")
    func member() {
        let text =
            "{\"a\": [1,\n2], \"b\": \"items\", \"c\": {\"items\": [3]},\n\"items\": [\n4,\n[5],\n6], \"d\": [7]}"
        #expect(lines(text, in: "items") == [4, 5, 6])
        #expect(lines(text, in: "none").isEmpty)
    }
}
