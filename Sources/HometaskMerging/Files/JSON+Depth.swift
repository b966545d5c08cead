// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSON {
    /// Whether arrays and objects are nested at most this deeply.
    func isNested(within depth: Int) -> Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(within: depth - 1) }
        case .object(let object): depth > 0 && object.members.allSatisfy { $0.1.isNested(within: depth - 1) }
        }
    }
}
