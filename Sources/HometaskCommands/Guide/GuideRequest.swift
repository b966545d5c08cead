// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// A request to `hometask help` that is not about a command: a page of the guide, the list of pages, or all pages for
/// man(1).
enum GuideRequest {
    case page(GuideTopic)
    case topics
    case manual(folder: String)

    /// Parses the request in a command line; nil if it asks for something else. A word that also names a command asks
    /// for the help of that command, which is followed by the page.
    init?(_ path: CommandPath) throws {
        guard path.asksForHelp else { return nil }
        if path.names.isEmpty, path.rest.first == "--man" {
            guard path.rest.count == 2 else {
                throw UsageError("--man needs a folder", hint: "For example: 'hometask help --man ~/.local/share/man'")
            }
            self = .manual(folder: path.rest[1])
            return
        }
        guard path.type == nil, path.names.count == 1, path.rest.isEmpty else { return nil }
        if path.names[0].lowercased() == "topics" {
            self = .topics
        } else if let topic = GuideTopic(named: path.names[0]) {
            self = .page(topic)
        } else {
            return nil
        }
    }

    func show(_ environment: CommandEnvironment) throws {
        let width = TerminalSize.columns(environment: environment.variables)
        switch self {
        case .page(let topic):
            try Self.show(GuideRenderer(topic, width: width, mode: environment.helpColors).lines, environment)
        case .topics:
            let rows = GuideTopic.allCases.map { ($0.rawValue, $0.summary) }
            try Self.show(
                ["Pages of the guide; show one with 'hometask help <topic>':", ""]
                    + HelpRenderer.rows(rows, width, column: 16), environment)
        case .manual(let folder): try ManualPageWriter(environment).writePages(to: folder)
        }
    }

    /// Shows lines that are already safe for a terminal, in a pager if there are more than fit on it.
    static func show(_ lines: [String], _ environment: CommandEnvironment) throws {
        let text = lines.map { $0 + "\n" }.joined()
        if let pager = Pager(for: lines.count, environment), pager.show(text) { return }
        try StandardOutput.writeText(text)
    }
}
