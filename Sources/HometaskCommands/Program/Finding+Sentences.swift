// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Finding {
    /// The finding's message and its hint.
    var sentences: String { hint.map { "\(message). \($0.text)" } ?? message }
}
