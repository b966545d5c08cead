// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask photo check`: examines files without attaching them.
struct PhotoCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Examine files without adding them.",
        discussion: """
            Prints what 'hometask photo add' would record about each file: format, size, time, place and camera. \
            The exit code is 65 if a file is not a photo or is damaged, and 69 if none of the plugins can examine it.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
    var files: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let intake = try PhotoIntake(session)
        var objects: [JSON] = []
        for name in files {
            let file = try await intake.examine(name)
            if showing.json {
                objects.append(.object(Self.object(name, file)))
            } else {
                for line in block(name, file, in: session) { try session.output.say(line) }
            }
        }
        if showing.json { try session.output.print(.array(objects)) }
    }

    /// Returns an object with `bytes`, `camera`, `file`, `height`, `location` (`latitude`, `longitude`, `accuracy`),
    /// `takenAt`, `thumbnail` (in base64), `type`, `width`. Unknown values are left out.
    private static func object(_ name: String, _ file: ExaminedFile) -> JSONObject {
        let details = file.checked.details
        var object: JSONObject = [
            "file": .string(name), "type": .string(file.format.type), "bytes": .number(JSONNumber(file.size)),
            "width": .number(JSONNumber(details.size.width)), "height": .number(JSONNumber(details.size.height)),
            "thumbnail": .string(Base64.standard.encoded(file.checked.thumbnail)),
        ]
        object["takenAt"] = details.takenAt.map { .string($0.rfc3339) }
        object["camera"] = details.camera.map { .string($0) }
        object["location"] = details.coordinates.map {
            PhotoLocation($0, accuracy: details.accuracy, source: .exif).json
        }
        return object
    }

    private func block(_ name: String, _ file: ExaminedFile, in session: FamilySession) -> [String] {
        let details = file.checked.details
        var block = FieldBlock()
        block.add("File", name, style: .bold)
        let size = "\(details.size.width) × \(details.size.height)"
        block.add(
            "Format", "\(file.format.rawValue.dropFirst(6).uppercased()), \(size), \(PhotoLine.size(file.size))")
        if let time = details.takenAt { block.add("Taken", session.dates.instant(time)) }
        if let coordinates = details.coordinates {
            let location = PhotoLocation(coordinates, accuracy: details.accuracy, source: .exif)
            block.add("Place", PhotoBlock.words(location, in: session))
        }
        if let camera = details.camera { block.add("Camera", camera) }
        return block.lines(width: session.output.width, mode: session.output.mode)
    }
}
