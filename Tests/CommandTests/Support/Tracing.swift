// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Whether strace works on this machine.
enum Tracing {
    static let isPossible: Bool = {
        let strace = Tool("strace")
        return strace.isInstalled && (try? strace.run(["-qq", "-o", "/dev/null", "true"]).status) == 0
    }()
}
