// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
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

/// The progress of sending or fetching photos, as a bar with numbers.
enum PhotoBar {
    /// The maximum and minimum width of the bar, in columns. If the minimum does not fit, only the text is shown.
    private static let columns = (most: 30, fewest: 8)

    /// Returns one line of at most `width` columns: `Sending photos  ██████        12 of 200, 36 MB of 600 MB`.
    static func line(_ progress: PhotoProgress, width: Int) -> String {
        let verb = progress.isSending ? "Sending" : "Fetching"
        let sizes = "\(PhotoLine.size(progress.bytes)) of \(PhotoLine.size(progress.totalBytes))"
        let words = "\(progress.photos) of \(progress.totalPhotos), \(sizes)"
        let room = width - TextWidth.columns("\(verb) photos    \(words)")
        if room < columns.fewest { return "\(verb) photos: \(words)" }
        let length = min(room, columns.most)
        let bar = Bar.text(progress.bytes, of: progress.totalBytes, columns: length)
        return "\(verb) photos  \(TextWidth.padded(bar, to: length))  \(words)"
    }
}
