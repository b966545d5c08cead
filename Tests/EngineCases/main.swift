// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskEngine

// Prints requests to the engine, each with the native build's response: `REQUEST <TAB> ANSWER`. A reader sends the
// requests to the WebAssembly engine and compares the responses byte for byte: `.ci/engine`.
//
//     EngineCases HISTORIES [SEED]

/// An engine that prints its requests and responses.
final class Recorder {
    private let engine = Engine()
    private(set) var count = 0

    /// Sends a request, prints the request and the response, and returns the response.
    func ask(_ request: JSONObject) -> JSONObject {
        let (bytes, answer) = (request.compactBytes(), engine.answer(request.compactBytes()))
        count += 1
        print(String(decoding: bytes, as: UTF8.self), String(decoding: answer, as: UTF8.self), separator: "\t")
        return (try? JSON.parse(answer, limits: JSONLimits(bytes: 1 << 26, depth: 70)))?.objectValue ?? [:]
    }
}

let words = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard let histories = words.first, words.count == CommandLine.arguments.count - 1, words.count <= 2 else {
    print("usage: EngineCases HISTORIES [SEED]")
    fatalError("it takes a number of histories, and a seed")
}
let seed = words.count > 1 ? words[1] : UInt64.random(in: 0...UInt64(UInt32.max))
let recorder = Recorder()
TinyCases.all.forEach { $0.explore(recorder) }
let tiny = recorder.count
for number in 0..<histories { RandomCase(seed: seed &+ number).run(recorder) }
FamilyCases.run(recorder, seed: seed)
print("# \(tiny) requests of tiny domains, \(recorder.count - tiny) of \(histories) random histories from seed \(seed)")
