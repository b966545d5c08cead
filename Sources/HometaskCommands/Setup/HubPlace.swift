// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// A place for the repository that the family's computers sync with, as the user names it.
enum HubPlace {
    /// A folder that this machine reaches, where the repository is created.
    case folder(String)
    /// A machine with ssh, where the repository is created.
    case machine(host: String, path: String)
    /// An existing, empty repository.
    case repository(url: String)
    /// A hosting site, on which the user creates the repository.
    case site(HostingSite)

    /// Parses an answer: a path, `host:path`, a URL, or the name of a hosting site.
    ///
    /// - Throws: `ReplicaError` if it is none of them.
    init(_ text: String) throws {
        let beginning = text.prefix { $0 != ":" && $0 != "/" }
        if let site = HostingSite(text) {
            self = .site(site)
        } else if text.hasPrefix("-") {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is no place for the family's tasks",
                hint: "Give a folder, a machine and a folder there (mia@nas:family.git), a URL, or a hosting site.")
        } else if text.contains("://") || text.hasPrefix("git@") {
            self = .repository(url: text)
        } else if beginning.endIndex < text.endIndex, text[beginning.endIndex] == ":", !beginning.isEmpty {
            self = .machine(host: String(beginning), path: String(text[beginning.endIndex...].dropFirst()))
        } else {
            self = .folder(text)
        }
    }
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
            "  hometask remote add origin git@\(host):NAME/family.git",
            "  hometask sync",
        ]
    }
}
