// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// A place for the repository that the family's computers sync with, as the user names it.
enum HubPlace {
    /// A folder that this machine reaches, where the repository is or is created.
    case folder(String)
    /// A machine with ssh, where the repository is created.
    case machine(host: String, path: String)
    /// An existing, empty repository.
    case repository(url: String)
    /// A hosting site, on which the user creates the repository.
    case site(HostingSite)

    /// Parses an answer: a path, `host:path`, a URL, or the name of a hosting site.
    ///
    /// A folder is named with a slash or a tilde, or is there: any other word is a slip.
    ///
    /// - Throws: `ReplicaError` if it is none of them.
    init(_ text: String, in environment: CommandEnvironment) throws {
        if let site = HostingSite(text) {
            self = .site(site)
        } else if text.hasPrefix("-") || text.isEmpty {
            throw Self.fault(text)
        } else if text.contains("://") || text.hasPrefix("git@") {
            self = .repository(url: text)
        } else if let (host, path) = Self.machine(text) {
            guard !host.isEmpty, !host.hasPrefix("-"), !path.isEmpty, path.first != "-", !Self.isHome(path) else {
                throw Self.fault(text)
            }
            self = .machine(host: host, path: path)
        } else if text.contains("/") || text.hasPrefix("~") || FolderRemoval.exists(environment.place(text)) {
            self = .folder(text)
        } else {
            throw Self.fault(text)
        }
    }

    private static func fault(_ text: String) -> ReplicaError {
        ReplicaError(
            .invalidValue, "‘\(text)’ is no place for the family's tasks",
            hint:
                "Give a folder (/media/stick), a machine and a folder there (mia@nas:family.git), a URL, or a hosting site."
        )
    }

    /// Splits `host:path`, with an IPv6 address in brackets, as git does; nil for a text of another form.
    private static func machine(_ text: String) -> (host: String, path: String)? {
        let inside = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
        let begin = inside ?? text.startIndex
        guard let colon = text[begin...].firstIndex(of: ":"), !text[begin..<colon].contains("/") else { return nil }
        let host = text[..<colon].filter { inside == nil || ($0 != "[" && $0 != "]") }
        return (String(host), String(text[colon...].dropFirst()))
    }

    /// Whether a path is a home folder itself, or that of another user, which only a shell would find.
    private static func isHome(_ path: String) -> Bool { path.hasPrefix("~") && !path.hasPrefix("~/") || path == "~/" }
}

/// A hosting site for git repositories, with its pages.
enum HostingSite: String {
    case codeberg, github, gitlab

    /// Parses the name of a site, also with its top-level domain; nil for another text.
    init?(_ text: String) {
        let small = text.lowercased()
        self.init(rawValue: small.hasSuffix(".com") || small.hasSuffix(".org") ? String(small.dropLast(4)) : small)
    }

    private var host: String { self == .codeberg ? "codeberg.org" : "\(rawValue).com" }

    private var pages: (repository: String, key: String) {
        switch self {
        case .codeberg: ("repo/create", "user/settings/keys")
        case .github: ("new", "settings/ssh/new")
        case .gitlab: ("projects/new#blank_project", "-/user_settings/ssh_keys")
        }
    }

    /// Returns the steps by which a user creates a repository there and adds it to the family, commands indented.
    ///
    /// - Parameter key: the text of this machine's public ssh key; nil if it has none.
    func steps(key: String?) -> [String] {
        let keys = "https://\(host)/\(pages.key)"
        let keySteps =
            key.map { ["2. Add this machine's key at \(keys):", "  \($0)"] } ?? [
                "2. Make a key for this machine, with Enter at each question, and add the last line at \(keys):",
                "  ssh-keygen -t ed25519 && cat ~/.ssh/id_ed25519.pub",
            ]
        return [
            "1. Make an empty, private repository called family at https://\(host)/\(pages.repository), without a README."
        ] + keySteps + [
            "3. Add it here, with your name at \(host) for NAME:",
            "  hometask setup --hub git@\(host):NAME/family.git",
        ]
    }
}
