// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginProtocol
import HometaskSystem

/// The files on the command line of an import.
struct SourcePaths {
    /// The paths, in the order of the command line; the files of a folder are in the order of their paths.
    private(set) var paths: [String] = []
    private let offer: PluginOffer

    /// The maximum depth of nested folders.
    private static let mostLevels = 8

    /// Finds the files. If the format takes several files, a folder stands for the files in it with the format's
    /// extension, because calendar programs keep one file per to-do.
    ///
    /// - Throws: `UsageError` if there is no file, or too many; `ReplicaError` if a folder has none.
    init(_ words: [String], of offer: PluginOffer, in environment: CommandEnvironment) throws {
        self.offer = offer
        guard !words.isEmpty else {
            throw UsageError("the file is missing", hint: "Name a file, or - for standard input.")
        }
        guard words.count == 1 || offer.joinsFiles else {
            throw UsageError(
                "one file of the format ‘\(offer.name)’ is imported at a time, but \(words.count) were given",
                hint: "Name one file, or - for standard input.")
        }
        for word in words {
            guard offer.joinsFiles, word != "-", let names = FolderNames.read(environment.place(word)) else {
                paths.append(word)
                continue
            }
            let before = paths.count
            addFiles(named: names, in: word, level: 0, environment: environment)
            guard paths.count > before else {
                throw ReplicaError(
                    .notFound, "the folder \(word) has no files that end in .\(offer.fileExtension ?? offer.name)",
                    hint: "Name the files, or another folder.")
            }
        }
    }

    private mutating func addFiles(
        named names: [String], in folder: String, level: Int, environment: CommandEnvironment
    ) {
        let ending = ".\(offer.fileExtension ?? offer.name)".lowercased()
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if name.lowercased().hasSuffix(ending) {
                paths.append(path)
            } else if level < Self.mostLevels, let inner = FolderNames.read(environment.place(path)) {
                addFiles(named: inner, in: path, level: level + 1, environment: environment)
            }
        }
    }
}
