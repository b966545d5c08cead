// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Finding {
    /// The finding, and what to do about it.
    var sentences: String { hint.map { "\(message). \($0.text)" } ?? message }
}
