// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// A file that is a photo, and what a plugin found in it.
struct ExaminedFile: Sendable {
    let format: PictureFormat
    /// The number of bytes.
    let size: Int
    let checked: CheckedPhoto
}
