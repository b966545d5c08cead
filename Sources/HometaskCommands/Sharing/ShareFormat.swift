// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskTerminal

/// The formats in which documents are sent to others.
enum ShareFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Plain text for people, in files such as `list.txt`.
    case text
    /// iCalendar (RFC 5545), in files such as `list.ics`.
    case ics
    /// vCard 4.0 (RFC 6350).
    case vcf
    /// GeoJSON (RFC 7946), in files such as `list.geojson` or `list.json`.
    case geojson

    /// Determines the format for a file name; nil if the name has no known extension.
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

/// The options of the commands that share documents.
struct ShareOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The format; by default that of the file's name, or text. Tasks and notes can be text or ics, pins text, vcf or geojson.",
            valueName: "form"))
    var form: ShareFormat?

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"))
    var output: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @OptionGroup var home: HomeOptions

    func validate() throws {
        if force, output == nil || output == "-" { throw ValidationError("--force needs --output FILE") }
    }

    /// Returns the requested format.
    ///
    /// - Parameters:
    ///   - noun: the word for what is shared.
    ///   - forms: the possible formats.
    func form(of noun: String, among forms: [ShareFormat]) throws -> ShareFormat {
        let named = form ?? output.flatMap { ShareFormat(file: $0) } ?? .text
        guard forms.contains(named) else {
            throw UsageError(
                "a \(noun) cannot be shared as \(named.rawValue)",
                hint: "Share it as \(forms.map(\.rawValue).list(with: "or")).")
        }
        return named
    }

    /// Writes the content to the requested place, and reports what it leaves out and which places near home are hidden.
    func writeShare(
        _ share: Share, _ showing: ShowingOptions, redaction: HomeRedaction, in session: FamilySession
    ) throws {
        try writeContent(of: share, showing, in: session)
        redaction.remark(hidden: share.hidden, tells: redaction.revealsHome(in: share.content), in: session)
    }

    private func writeContent(of share: Share, _ showing: ShowingOptions, in session: FamilySession) throws {
        // Text may be viewed in a terminal, wherever it is written.
        let content = share.form == .text ? EscapedText.safe(share.content, keepsLines: true) : share.content
        if let output, output != "-" {
            let file = try FileDraft(at: session.environment.place(output)) { path in
                if !force { try Question(session.environment).confirmReplacingFile(at: path, called: output) }
            }
            try file.writeBytes(Array(content.utf8))
            try file.finish()
        }
        if showing.json { return try session.output.print(.object(share.json)) }
        if output == nil || output == "-" {
            try OutputSink(session.environment).takeOutput(["text": .string(content)])
        } else {
            try session.output.say("Wrote \(share.names.joined(separator: ", ")) to \(output ?? "").")
        }
        if !share.leftOut.isEmpty { session.output.remark("left out: \(share.leftOut.joined(separator: ", "))") }
    }
}
