// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

extension IndexWorld {
    /// The declared extension fields; documents also have undeclared ones.
    static let extensions = ExtensionFields([
        (
            "noise",
            [
                .task: [
                    "loudness": ["type": "integer", "x-merge": "register"],
                    "remark": ["enum": ["quiet", "Loud", "2026-11-27"], "x-merge": "register"],
                ]
            ]
        )
    ])

    /// A random value: usually a number, occasionally of another type.
    func extensionValue() -> JSON? {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return nil
        case 1:
            return .string(pick(["quiet", "Loud", "e\u{301}t\u{E9}", "2026-11-27", "2026-11-27T23:30:00-05:00"]) ?? "")
        case 2: return .array(["Loud", 4].filter { _ in chance(2) })
        case 3: return .bool(chance(2))
        case 4:
            return .number(
                JSONNumber(lexeme: pick(["1e999", "-0", "3.50", "9007199254740993"]) ?? "0") ?? JSONNumber(1))
        case 5: return ["a": [["b": .string(String(repeating: "x", count: 3000))]]]
        default: return .number(JSONNumber(Int.random(in: -2...5, using: &random)))
        }
    }

    /// A random condition on a field, which may not exist.
    func extensionTest() -> ExtensionTest {
        let names = [
            ("noise", "loudness"), ("noise", "loudness"), ("noise", "remark"), ("other.one", "loudness"), ("a", "b"),
        ]
        let (plugin, member) = pick(names) ?? names[0]
        let name = ExtensionName(plugin: plugin, member: member)
        let low = Double(Int.random(in: -2...5, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return ExtensionTest(name, .any)
        case 1: return ExtensionTest(name, .element(ExactString(pick(["Loud", "quiet", "e\u{301}t\u{E9}"]) ?? "")))
        case 2: return ExtensionTest(name, .text(pick(["lou", "t\u{E9}", "2026"]) ?? ""))
        case 3: return ExtensionTest(name, .flag(chance(2)))
        case 4:
            let day = Timestamp(seconds: 1_795_734_000)
            return ExtensionTest(name, .time(from: chance(2) ? day : nil, through: chance(2) ? day : nil))
        default:
            return ExtensionTest(
                name,
                .number(
                    NumberSpan(
                        from: chance(3) ? nil : low, through: chance(2) ? nil : low + 2, isWithoutEnds: chance(2))))
        }
    }
}
