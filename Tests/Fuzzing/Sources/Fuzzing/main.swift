// SPDX-License-Identifier: Apache-2.0

import CFuzzing
import Glibc

guard let name = getenv("HOMETASK_FUZZ_TARGET").map({ String(cString: $0) }), let chosen = Target(rawValue: name) else {
    let names = Target.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("HOMETASK_FUZZ_TARGET should name a target: \(names). Tests/Fuzzing/run.sh runs all of them.")
}
Target.chosen = chosen
atexit { print("\(Target.chosen.rawValue): \(Tally.line)") }
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        Target.chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    })
