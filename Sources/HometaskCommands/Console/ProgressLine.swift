// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica
import HometaskTerminal

/// A line on standard error that shows the progress of an exchange and is removed at its end. If standard error is not
/// a terminal, nothing is shown.
struct ProgressLine: Sendable {
    private let isTerminal = isatty(2) == 1

    @Sendable func show(_ progress: SyncProgress) {
        guard isTerminal else { return }
        switch progress {
        case .transport(let line): show(line)
        case .photos(let progress): show(PhotoBar.line(progress, width: WorkingLine.width))
        case .retrying(let attempt): show("Another device pushed first; trying again (\(attempt))")
        }
    }

    func clear() {
        if isTerminal { StandardError.writeText(WorkingLine.clearing) }
    }

    private func show(_ text: String) {
        StandardError.writeText(WorkingLine.line(text))
    }
}
