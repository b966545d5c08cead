// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Hint {
    /// The hint with the commands for its actions: `'hometask sync' catches up.`
    var text: String { text { $0.quotedCommand } }
}
