// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// A photo file and a plugin's findings about it.
struct ExaminedFile: Sendable {
    let format: PictureFormat
    /// The file size in bytes.
    let size: Int
    let checked: CheckedPhoto
}
