// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension HeadSignal: ChangeSignal {}

extension GitReplica {
    /// Begins to tell when HEAD may have moved: at once where this replica or somebody on this machine moves it, within
    /// seconds where a machine does that shares the file system.
    public nonisolated func observe() -> any ChangeSignal { headWatch.observe() }
}
