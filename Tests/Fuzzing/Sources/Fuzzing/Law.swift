// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Terminates the process, and with it the fuzzer, if a law does not hold; the fuzzer then saves the input.
func law(_ text: String, _ holds: Bool, evidence: @autoclosure () -> [[UInt8]] = []) {
    if holds { return }
    for (index, bytes) in evidence().enumerated() {
        print("--- \(index + 1)\n\(String(decoding: bytes, as: UTF8.self))")
    }
    fflush(nil)
    fatalError("broken law: \(text)")
}
