// SPDX-License-Identifier: Apache-2.0
import HometaskMerging

enum DriverLaws {
    static func check(_ bytes: [UInt8]) {
        let pieces = Pieces.of(bytes, count: 3)
        let (base, ours) = (pieces[0], pieces.count > 1 ? pieces[1] : [])
        let theirs = pieces.count > 2 ? pieces[2] : []
        guard let joined = try? DriverJoin.join(base: base, ours: ours, theirs: theirs) else { return }
        Tally.count("joins")
        if (try? Document(decoding: base)) != nil { Tally.count("joins over a base") }
        law("the driver writes canonical documents", Document.isCanonical(joined), [base, ours, theirs, joined])
        let swapped = try? DriverJoin.join(base: base, ours: theirs, theirs: ours)
        law("the driver writes the same either way round", swapped == joined, [joined, swapped ?? []])
    }
}
