// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol

/// The checks for plugins that export and import files.
struct FormatChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    private var breaks: BreakChecks { BreakChecks(run: run, families: families) }

    private func exportParams(_ offer: PluginOffer, selected: Bool = false) -> JSONObject {
        ["format": .string(offer.name), "options": [:], "selected": .bool(selected)]
    }

    /// Returns the checks of an exporter.
    func exporter(_ offer: PluginOffer) -> [PluginConformance.Check] {
        let method = PluginMethod.export
        if let missing = required(offer) { return [("it exports to ‘\(offer.name)’", { missing })] }
        return [
            (
                "it exports a family without documents to ‘\(offer.name)’",
                {
                    _ = try run.ask(method, exportParams(offer), of: MemoryReader()); return nil
                }
            ),
            (
                "it exports unusual documents to ‘\(offer.name)’, with the same result twice",
                {
                    let family = try families.family(tasks: 50)
                    let (first, second) = (
                        try run.ask(method, exportParams(offer), of: family),
                        try run.ask(method, exportParams(offer), of: family)
                    )
                    if first.output.isEmpty { throw ConformanceFailure("it wrote nothing") }
                    if first.output != second.output { throw ConformanceFailure("it wrote two different exports") }
                    return nil
                }
            ),
            (
                "it exports only the selected tasks to ‘\(offer.name)’",
                {
                    let family = try families.family(tasks: 20)
                    var host = PluginTrialRun.HostBehaviour()
                    host.chosen = [SampleFamily.id("task 3")]
                    let output = try run.ask(method, exportParams(offer, selected: true), of: family, host: host)
                        .output
                    if output.contains("Task 4") { throw ConformanceFailure("it wrote a task that was not selected") }
                    return nil
                }
            ),
            (
                "it exports 1500 tasks to ‘\(offer.name)’ in time, each once",
                { try exportsMany(exportParams(offer)) }
            ),
            ("it handles the cancellation of ‘\(offer.name)’", { try breaks.isCalledOff(method, exportParams(offer)) }),
            (
                "it handles refused documents in ‘\(offer.name)’",
                { try breaks.isRefused(method, exportParams(offer)) }
            ),
        ]
    }

    private func importParams(_ offer: PluginOffer) -> JSONObject {
        ["format": .string(offer.name), "options": [:], "source": ["name": "trial"]]
    }

    /// Returns the checks of an importer.
    func importer(_ offer: PluginOffer) -> [PluginConformance.Check] {
        if let missing = required(offer) { return [("it imports ‘\(offer.name)’", { missing })] }
        var checks: [PluginConformance.Check] = [
            ("it handles an empty ‘\(offer.name)’ file", { try imports("", offer) }),
            ("it handles a ‘\(offer.name)’ file with invalid contents", { try imports(Self.nonsense, offer) }),
            (
                "it handles a truncated ‘\(offer.name)’ file",
                { try imports("[{\"title\": \"cut of\nBEGIN:VCALENDAR\nBEGIN:VTODO\nSUMM", offer) }
            ),
        ]
        if let exporter = run.manifest.offers.exporters.first(where: { $0.name == offer.name }),
            required(exporter) == nil
        {
            checks.append(
                (
                    "it imports its own ‘\(offer.name)’ export without loss or duplicates",
                    { try imports(back: importParams(offer), from: exportParams(exporter)) }
                ))
        }
        return checks
    }

    /// Valid text with characters of every kind.
    private static let nonsense = String(
        String.UnicodeScalarView((0..<4000).compactMap { Unicode.Scalar(UInt32(($0 * 7919) % 0x3000)) }))

    private func imports(_ text: String, _ offer: PluginOffer) throws -> ConformanceCheck.SkipReason? {
        var host = PluginTrialRun.HostBehaviour()
        host.source = text
        do {
            _ = try run.ask(PluginMethod.import, importParams(offer), of: families.family(tasks: 5), host: host)
        } catch let error as RPCError where error.kind != .internalFault && error.kind != .methodNotFound {
            // A plugin may also answer that the file does not have its format.
        }
        return nil
    }

    /// Why an offer cannot be tried: it has a required option or argument for which no sample value can be made up.
    private func required(_ offer: PluginOffer) -> ConformanceCheck.SkipReason? {
        if let option = offer.options.first(where: \.isRequired) { return .requiredOption(option.name) }
        return offer.arguments.first(where: \.isRequired).map { .requiredArgument($0.name) }
    }

    /// Exports many tasks, and checks that the export contains each of them, and no more often than a small export
    /// does. This finds plugins that skip pages of documents or read them twice.
    private func exportsMany(_ params: JSONObject) throws -> ConformanceCheck.SkipReason? {
        let small = SampleTitles(in: try run.ask(PluginMethod.export, params, of: families.family(tasks: 50)).output)
        let large = SampleTitles(in: try run.ask(PluginMethod.export, params, of: families.family(tasks: 1500)).output)
        guard small.counts.count == 50, let most = small.counts.values.max() else { return nil }
        if let lost = (0..<1500).first(where: { large.counts[$0] == nil }) {
            throw ConformanceFailure(
                "it lost \(1500 - large.counts.count) of 1500 tasks, such as ‘Task \(lost)’: an answer with ‘next’ "
                    + "is not the last page", .pluginMessages)
        }
        if let doubled = large.counts.filter({ $0.value > most }).keys.min() {
            throw ConformanceFailure("it wrote ‘Task \(doubled)’ more than once")
        }
        return nil
    }

    /// Imports the plugin's own export into a family without documents, and once more.
    private func imports(back params: JSONObject, from exporting: JSONObject) throws -> ConformanceCheck.SkipReason? {
        let family = try families.family(tasks: 29)
        var host = PluginTrialRun.HostBehaviour()
        host.source = try run.ask(PluginMethod.export, exporting, of: family).output
        let first = try run.ask(PluginMethod.import, params, of: MemoryReader(), host: host)
        let second = try run.ask(PluginMethod.import, params, of: MemoryReader(), host: host)
        if first.changes.isEmpty { throw ConformanceFailure("it proposed nothing when it read its own export") }
        if first.changes != second.changes { throw ConformanceFailure("it proposed different changes for one file") }
        for change in first.changes {
            if case .create(_, nil, _) = change {
                throw ConformanceFailure(
                    "it proposed a new document without a key: a second import would duplicate it", .changes)
            }
        }
        let imported = try MemoryReader().with(first.changes, of: run.manifest)
        try losesNone(imported, of: family)
        // An extra task among the others shifts their lines. A plugin that uses line numbers as keys would then confuse
        // all of them.
        host.source = try run.ask(PluginMethod.export, exporting, of: families.family(tasks: 30)).output
        let more = try run.ask(PluginMethod.import, params, of: imported, host: host)
        let known = try Set(imported.titles.keys)
        let news = try imported.with(more.changes, of: run.manifest).titles.filter { !known.contains($0.key) }
        if try imported.count(of: .task) > 0, Array(news.values) != ["Task 29"] {
            throw ConformanceFailure(
                "a file that it has read before had one new task, ‘Task 29’, but it made "
                    + "\(news.isEmpty ? "nothing" : news.values.sorted().prefix(3).joined(separator: ", ")): the keys of "
                    + "the others should not change", .changes)
        }
        return nil
    }

    /// Checks that all documents of an imported kind are there, each once.
    private func losesNone(_ imported: MemoryReader, of family: MemoryReader) throws {
        for kind in run.manifest.needs.write.sorted(by: { $0.rawValue < $1.rawValue }) where kind != .family {
            let (here, there) = (try imported.count(of: kind), try family.count(of: kind))
            if here == 0 || here == there { continue }
            throw ConformanceFailure(
                here < there
                    ? "it lost \(there - here) of \(there) documents of the kind ‘\(kind)’ from its own export"
                    : "it made \(here) documents of the kind ‘\(kind)’ from the \(there) in its own export")
        }
    }
}

/// The number of occurrences in a text of the titles of the sample family's ordinary tasks, by task number.
private struct SampleTitles {
    private(set) var counts: [Int: Int] = [:]

    init(in text: String) {
        let bytes = Array(text.utf8)
        let word = Array("Task ".utf8)
        var place = 0
        while place + word.count < bytes.count {
            guard bytes[place] == word[0], bytes[place..<(place + word.count)].elementsEqual(word) else {
                place += 1
                continue
            }
            place += word.count
            let digits = bytes[place...].prefix { (0x30...0x39).contains($0) }
            place += digits.count
            if let number = Int(String(decoding: digits, as: UTF8.self)) { counts[number, default: 0] += 1 }
        }
    }
}
