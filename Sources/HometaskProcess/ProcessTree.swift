// SPDX-License-Identifier: Apache-2.0

import CProcess

/// What holds for the processes that this one starts.
public enum ProcessTree {
    /// From now on processes below this one whose parents end become children of this one, which must wait for them
    /// (prctl(2), `PR_SET_CHILD_SUBREAPER`).
    public static func adoptOrphans() {
        _ = hometask_adopt_orphans()
    }

    /// Holds a process, and what it starts, to files of so many bytes, and to no dump of its memory.
    public static func limit(_ process: Int32, fileBytes: Int) {
        _ = hometask_limit_process(process, UInt(fileBytes))
    }
}
