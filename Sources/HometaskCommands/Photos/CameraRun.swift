// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// A plugin that takes a photo.
struct CameraRun {
    private let session: FamilySession
    private let host: PluginHost
    private let plugin: UsablePlugin
    private let name: String
    /// The folder for the photo; it is removed together with this value.
    private let folder: ScratchFolder

    /// Finds the first camera provided by an enabled plugin.
    ///
    /// - Throws: `PluginHostError` if there is none.
    init(_ session: FamilySession) throws {
        let host = try session.environment.pluginHost()
        let found = host.usable.lazy.compactMap { plugin in
            plugin.manifest.offers.cameras.first.map { (plugin, $0.name) }
        }
        guard let (plugin, name) = found.first else {
            throw PluginHostError(
                .notFound, "no enabled plugin provides a camera",
                hint: "Install one ('hometask help plugin'), or give the file of a photo.")
        }
        (self.session, self.host, self.plugin, self.name) = (session, host, plugin, name)
        folder = try host.scratch(for: plugin)
    }

    /// Takes a photo, which is read from the folder of the exchange.
    func takePhoto() async throws -> PictureFile {
        var limits = PluginLimits()
        // The user may have to press a button.
        limits.silence = 60_000
        limits.whole = 120_000
        let request = PluginRequest(
            plugin: plugin, method: PluginMethod.takePhoto,
            params: ["name": .string(name), "output": .string(folder.file("photo"))],
            limits: limits)
        _ = try await session.plugins.ask(request, of: host)
        return try PictureFile("photo", in: folder, by: plugin)
    }
}
