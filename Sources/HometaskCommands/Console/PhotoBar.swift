// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import HometaskTerminal

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
