// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension ObjectKind {
    var type: git_object_t {
        switch self {
        case .blob: GIT_OBJECT_BLOB
        case .tree: GIT_OBJECT_TREE
        case .commit: GIT_OBJECT_COMMIT
        }
    }
}
