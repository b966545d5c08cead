// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension TaskRecord {
    /// The number of checklist items ticked off: `2/5`; nil without a checklist.
    var progress: String? { Checklist(self).progress }
}
