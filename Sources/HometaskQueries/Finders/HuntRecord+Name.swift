// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension HuntRecord {
    /// The title, by which users refer to the hunt.
    var name: String { title }
}
