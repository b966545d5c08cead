// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments

/// The forms in which something is sent to others.
enum ShareFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Plain text for people, in files such as `list.txt`.
    case text
    /// iCalendar (RFC 5545), in files such as `list.ics`.
    case ics
    /// vCard 4.0 (RFC 6350).
    case vcf
    /// GeoJSON (RFC 7946), in files such as `list.geojson` or `list.json`.
    case geojson

    /// The form that the name of a file asks for; nil if it asks for none.
    init?(file: String) {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "txt", "text": self = .text
        case "ics": self = .ics
        case "vcf": self = .vcf
        case "geojson", "json": self = .geojson
        default: return nil
        }
    }
}

/// The options of the commands that write something to send.
struct ShareOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The format; by default that of the file's name, or text.", valueName: "form"))
    var form: ShareFormat?

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
    var output: String?

    @OptionGroup var home: HomeOptions

    /// The form that was asked for.
    ///
    /// - Parameters:
    ///   - noun: what is shared.
    ///   - forms: those in which it can be.
    func form(of noun: String, among forms: [ShareFormat]) throws -> ShareFormat {
        let named = form ?? output.flatMap { ShareFormat(file: $0) } ?? .text
        guard forms.contains(named) else {
            throw UsageError(
                "a \(noun) cannot be shared as \(named.rawValue)",
                hint: "Share it as \(forms.map(\.rawValue).joined(separator: ", ")).")
        }
        return named
    }

    /// Writes what is shared where it was asked for, and tells what it leaves out, and what of home it hides.
    func write(_ share: Share, _ showing: ShowingOptions, _ cover: HomeCover, in session: FamilySession) throws {
        try writeContent(of: share, showing, in: session)
        cover.remark(hidden: share.hidden, tells: cover.tells(share.content), in: session)
    }

    private func writeContent(of share: Share, _ showing: ShowingOptions, in session: FamilySession) throws {
        if let output, output != "-" {
            let file = try FileDraft(at: session.environment.place(output))
            try file.write(Array(share.content.utf8))
            try file.finish()
        }
        if showing.json { return try session.output.print(.object(share.json)) }
        if output == nil || output == "-" {
            try OutputSink(session.environment).take(["text": .string(share.content)])
        } else {
            try session.output.say("Wrote \(share.names.joined(separator: ", ")) to \(output ?? "").")
        }
        if !share.leftOut.isEmpty { session.output.remark("left out: \(share.leftOut.joined(separator: ", "))") }
    }
}
