// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The documents in an input, separated by zero bytes.
enum Pieces {
    /// The parts of the input, all with the first id found, because only copies of the same document join.
    static func of(_ bytes: [UInt8], count: Int) -> [[UInt8]] {
        let pieces = bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false).map { Array($0) }
        var id: JSON?
        return pieces.map { piece in
            guard var object = try? JSONObject.parse(piece), let own = object["id"] else { return piece }
            guard let wanted = id, wanted != own else {
                id = own
                return piece
            }
            object["id"] = wanted
            return object.canonicalBytes()
        }
    }
}
