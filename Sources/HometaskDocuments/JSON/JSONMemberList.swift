// SPDX-License-Identifier: Apache-2.0

/// The members of an object while it is being read, in the order of the text.
struct JSONMemberList {
    private var keys: [ExactString] = []
    private var values: [JSON] = []
    private var offsets: [Int] = []
    private var isSorted = true

    /// Adds the next member; `offset` is the position of its key in the text.
    mutating func append(_ key: ExactString, _ value: JSON, offset: Int) {
        if isSorted, let last = keys.last { isSorted = last < key }
        keys.append(key)
        values.append(value)
        offsets.append(offset)
    }

    /// Sorts the members by key; equal keys stay in the order of the text.
    mutating func sort() {
        if isSorted { return }
        let order = keys.indices.sorted { left, right in
            keys[left] == keys[right] ? left < right : keys[left] < keys[right]
        }
        keys = order.map { keys[$0] }
        values = order.map { values[$0] }
        offsets = order.map { offsets[$0] }
    }

    /// In sorted members, the second member of the first pair with equal keys.
    var duplicate: (key: ExactString, offset: Int)? {
        if isSorted { return nil }
        let place = keys.indices.dropFirst().first { keys[$0 - 1] == keys[$0] }
        return place.map { (keys[$0], offsets[$0]) }
    }

    /// The sorted members as an object.
    var object: JSONObject { JSONObject(sortedKeys: keys, values: values) }
}
