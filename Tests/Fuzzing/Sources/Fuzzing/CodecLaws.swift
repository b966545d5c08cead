// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

enum CodecLaws {
    static func check(_ bytes: [UInt8]) {
        guard let value = try? JSON.parse(bytes) else { return }
        Tally.count("values")
        for (name, written) in [("canonical", value.canonicalBytes()), ("compact", value.compactBytes())] {
            // The canonical form is indented, so a small input may exceed the size limit when written.
            guard written.count <= JSONLimits.document.bytes else { continue }
            guard let again = try? JSON.parse(written) else {
                law("what is written as \(name) bytes is read", false, evidence: [written])
                return
            }
            law("\(name) bytes are read as the value they were made of", again == value, evidence: [written])
            law("equal values hash alike", again.hashValue == value.hashValue)
            let twice = name == "canonical" ? again.canonicalBytes() : again.compactBytes()
            law("\(name) bytes are written as they are", twice == written, evidence: [written, twice])
        }
    }
}
