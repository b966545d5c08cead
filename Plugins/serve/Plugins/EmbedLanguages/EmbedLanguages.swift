// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Compiles the message file of each language into the page. A file that is added or removed needs no other change, since
/// SwiftPM runs this again.
@main
struct EmbedLanguages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Page/languages")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
        ).filter { $0.pathExtension == "json" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "PageLanguages+Texts.swift")
        return [
            .buildCommand(
                displayName: "Writing \(output.lastPathComponent)",
                executable: try context.tool(named: "LanguageEmbedder").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }
}
