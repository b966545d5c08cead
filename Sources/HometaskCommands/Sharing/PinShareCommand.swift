// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin share`: writes pins in a form to send to others.
struct PinShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Write pins as text, vCards or GeoJSON, to send to others.",
        discussion: """
            Writes the name, the address and the location. Everything left out, such as labels and notes, is listed on \
            standard error. If the family's home is set, places near it are hidden, with their addresses.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var share: ShareOptions

    @Argument(help: ArgumentHelp("Words of one pin's name, or #ids of several.", valueName: "pin"))
    var references: [String]

    func run() async throws {
        let form = try share.form(of: "pin", among: [.text, .vcf, .geojson])
        let opened = try await FamilySession.open(global)
        let (words, home) = (references, share.home)
        let (session, redaction, pins) = try await opened.snapshot { snapshot in
            let redaction = try HomeRedaction(home, in: snapshot)
            let pins = try Self.pins(words, reading: snapshot.reader).map { redaction.hiding($0) }
            return (snapshot.session, redaction, pins)
        }
        try share.writeShare(
            Share(
                form, names: pins.map(\.pin.name), content: Self.content(pins, form),
                leftOut: pins.flatMap { $0.leftOut(in: form) }, hidden: pins.count(where: \.isHidden)),
            showing, redaction: redaction, in: session)
    }

    private static func pins(_ words: [String], reading reader: DocumentReader) throws -> [SharedPin] {
        let pins = try PinFinder(reading: reader).pins(words)
        let photos = try PhotoFinder(reading: reader).photos
        let notes = try NoteFinder(reading: reader).notes
        var tasks: [DocumentID: Int] = [:]
        try reader.forEachMembers(of: .task, selecting: TaskRecord.listedMembers) { _, members in
            if let task = TaskRecord(members), task.isOpen, !task.isDeleted, let pin = task.place?.pin {
                tasks[pin, default: 0] += 1
            }
        }
        return pins.map { pin in
            SharedPin(
                pin: pin, notes: NoteSearch(subject: pin.id).notes(among: notes).count,
                photos: PhotoSearch(subject: pin.id).photos(among: photos).count, tasks: tasks[pin.id] ?? 0)
        }
    }

    private static func content(_ pins: [SharedPin], _ form: ShareFormat) -> String {
        switch form {
        case .vcf:
            var cards = ContentLines()
            for pin in pins { pin.writeCard(to: &cards) }
            return cards.text
        case .geojson:
            let feature: JSON =
                pins.count == 1
                ? pins[0].feature : ["type": "FeatureCollection", "features": .array(pins.map(\.feature))]
            return feature.compactText + "\n"
        case .text, .ics: return pins.map { $0.lines.map { $0 + "\n" }.joined() }.joined(separator: "\n")
        }
    }
}
