// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The package's text files, read from the checkout the test was compiled in.
struct PackageFiles {
    let root: URL

    init(testFile: String = #filePath) {
        root = URL(fileURLWithPath: testFile).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// One file, by its path from the package's folder.
    func file(_ path: String) throws -> SourceFile {
        SourceFile(path: path, text: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
    }

    /// The files below a folder with these extensions, sorted. Hidden folders, such as those of builds, are skipped.
    func files(under folder: String, extensions: Set<String>) throws -> [SourceFile] {
        let top = root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil) else { return [] }
        var paths: [String] = []
        for case let url as URL in walk {
            if url.lastPathComponent.hasPrefix(".") {
                walk.skipDescendants()
            } else if extensions.contains(url.pathExtension) {
                paths.append(String(url.path.dropFirst(root.path.count + 1)))
            }
        }
        return try paths.sorted().map(file)
    }

    /// The names of the folders directly in `Sources`.
    func moduleFolders() throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(
                at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil
            ).map(\.lastPathComponent))
    }
}
