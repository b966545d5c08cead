// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

extension Document {
    /// All completions of a task, including those that are not shown.
    var completions: [JSON] { writes(of: "completion").map(\.value).filter { !$0.isNull } }
}
