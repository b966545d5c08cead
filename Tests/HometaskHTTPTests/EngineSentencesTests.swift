// SPDX-License-Identifier: Apache-2.0

import HometaskWeb
import Testing

@Suite("Sentences of the engine")
struct EngineSentencesTests {
    @Test(
        "A message is matched to its sentence, with the values of its placeholders",
        arguments: [
            ("the task has no title", "the task has no title", []),
            ("‘frx’ is not a date", "‘{text}’ is not a date", ["frx"]),
            (
                "‘a b’ is not a date: ‘b’ makes no sense there",
                "‘{text}’ is not a date: ‘{word}’ makes no sense there",
                ["a b", "b"]
            ),
            (
                "‘frx’ is not a date; did you mean ‘fri’?", "{fault}; did you mean ‘{word}’?",
                ["‘frx’ is not a date", "fri"]
            ),
            ("Did you mean ‘Tom’ or ‘Tim’?", "Did you mean {names}?", ["‘Tom’ or ‘Tim’"]),
            ("‘{text}’ is not a date", "‘{text}’ is not a date", ["{text}"]),
        ])
    func found(text: String, sentence: String, values: [String]) {
        let parts = EngineSentences.parts(of: text)
        #expect(parts?.sentence == sentence && parts?.values.map(\.value) == values)
    }

    @Test(
        "Other strings match no sentence",
        arguments: [
            "", "‘", "the task has no title.", "‘’ is not a date", "something; did you mean ‘fri’?",
            String(repeating: "‘’ is not a date: ‘", count: 20_000),
        ])
    func others(text: String) { #expect(EngineSentences.parts(of: text) == nil) }
}
