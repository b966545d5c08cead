// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension HuntRecord {
    /// The title, by which people refer to it.
    var name: String { title }
}
