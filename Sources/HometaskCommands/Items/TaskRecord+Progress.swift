// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension TaskRecord {
    /// How many items of the checklist are ticked off: `2/5`; nil without a checklist.
    var progress: String? { Checklist(self).progress }
}
