// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import Testing

@Suite("Hints")
struct HintTests {
    @Test("Actions in a hint are named by the program that displays it")
    func naming() {
        let setting: Hint = "else \(.setRemote("origin")) names another."
        let hint: Hint = "Nothing is lost: \(.sync) catches up with \(3) changes; \(setting)"
        #expect(
            hint.description
                == "Nothing is lost: ‘sync’ catches up with 3 changes; else ‘change remote origin’ names another.")
        let shown = hint.text { action in
            switch action {
            case .sync: "the button Sync"
            case .setRemote(let name): "Settings, \(name)"
            default: "nothing"
            }
        }
        #expect(
            shown == "Nothing is lost: the button Sync catches up with 3 changes; else Settings, origin names another.")
        let other: Hint = "Name one by its id: \(.namingByID("5f0c"))."
        #expect(other.description == "Name one by its id: ‘#5f0c’.")
        #expect(Hint("'x'").parts == [.text("'x'")] && ("a" + "b" as Hint).description == "ab")
    }
}
