// SPDX-License-Identifier: Apache-2.0

public import HometaskReplica

extension GitReplica {
    public func examine(repairs: Bool) throws -> [Finding] { [] }
}
