// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

extension Document {
    /// The completions that a task holds, whether they are shown or not.
    var completions: [JSON] { writes(of: "completion").map(\.value).filter { !$0.isNull } }
}
