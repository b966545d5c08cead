// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal

/// Draws a photo on the terminal: the original if this device has it, otherwise its thumbnail.
struct PhotoDrawing {
    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// The maximum width of a picture, in columns.
    private static let mostColumns = 80
    /// The width and height of a character in pixels on most terminals.
    private static let cell = (width: 10, height: 20)

    /// Draws the photo. If the terminal or this machine cannot draw it, nothing is shown, or only a remark with the
    /// reason.
    func draw(_ photo: PhotoRecord) async throws {
        let output = session.output
        guard let shown = PictureProtocol.understood(by: session.environment.variables, mode: output.mode) else {
            return
        }
        var bytes = try await session.replica.original(of: photo)
        if bytes == nil { bytes = try await session.replica.thumbnail(of: photo) }
        guard let bytes, let format = PictureFormat(bytes), let plugin = try PhotoPluginRun(session) else { return }
        let columns = min(output.drawingWidth, Self.mostColumns)
        do {
            switch shown {
            case .kitty, .iterm:
                let picture = try await plugin.draw(
                    bytes, format, width: columns * Self.cell.width, height: columns * Self.cell.height, as: "png")
                let width = max(1, (picture.width + Self.cell.width - 1) / Self.cell.width)
                try output.printText(shown.sequence(png: Base64.standard.encoded(picture.bytes), columns: width))
            case .sixel:
                let picture = try await plugin.draw(
                    bytes, format, width: columns * Self.cell.width, height: columns * Self.cell.height, as: "rgb")
                try output.printText((Self.rows(picture)?.sixels ?? "") + "\n")
            case .blocks:
                let picture = try await plugin.draw(bytes, format, width: columns, height: columns, as: "rgb")
                try output.print(Self.rows(picture)?.halfBlocks(in: output.mode) ?? [])
            }
        } catch let error as PluginHostError {
            output.remark("note: it cannot be drawn in this terminal: \(error.message)")
        }
    }

    private static func rows(_ picture: (bytes: [UInt8], width: Int, height: Int)) -> PixelRows? {
        PixelRows(picture.bytes, width: picture.width, height: picture.height)
    }
}
