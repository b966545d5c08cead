// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// How `pull` and `sync` handle a remote's commits that remove many documents.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "If a remote's commits remove many documents, move these to the trash.")
    var acceptRemovals = false

    @Flag(help: "If a remote's commits remove many documents, keep these.")
    var restoreRemoved = false

    var answer: RemovalAnswer { acceptRemovals ? .accept : restoreRemoved ? .restore : .ask }

    func validate() throws {
        if acceptRemovals, restoreRemoved {
            throw ValidationError("--accept-removals and --restore-removed cannot be used together")
        }
    }
}
