// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica

/// The plugin that examines photos.
struct PhotoPluginRun {
    private let session: FamilySession
    private let host: PluginHost
    private let plugin: UsablePlugin
    private let name: String

    /// Finds the first plugin that can examine photos; nil if none is enabled.
    init?(_ session: FamilySession) throws {
        let host = try session.environment.pluginHost()
        let found = host.usable.lazy.compactMap { plugin in
            plugin.manifest.offers.photos.first.map { (plugin, $0.name) }
        }
        guard let (plugin, name) = found.first else { return nil }
        (self.session, self.host, self.plugin, self.name) = (session, host, plugin, name)
    }

    /// The time limits for one photo: an untrusted file might make libvips hang in the sandbox.
    private static var limits: PluginLimits {
        var limits = PluginLimits()
        limits.silence = 20_000
        limits.whole = 20_000
        return limits
    }

    /// Examines a file.
    ///
    /// - Throws: `PluginHostError`: `refused` if it is not a photo or is damaged, `unavailable` if it cannot be
    ///   examined.
    func examine(_ bytes: [UInt8], _ format: PictureFormat) async throws -> CheckedPhoto {
        let folder = try host.scratch(for: plugin)
        let file = try folder.create("photo", with: bytes)
        let result = try await ask(PluginMethod.examinePhoto, ["file": .string(file), "type": .string(format.type)])
        return try withExtendedLifetime(folder) { try CheckedPhoto(result) }
    }

    /// Makes an edited copy of a file.
    ///
    /// - Parameter changes: the parameters of the `photo/edit` request.
    /// - Returns: the bytes and the format of the copy.
    func edit(_ bytes: [UInt8], _ format: PictureFormat, changes: JSONObject) async throws -> ([UInt8], PictureFormat) {
        let folder = try host.scratch(for: plugin)
        var params = changes
        params["file"] = .string(try folder.create("photo", with: bytes))
        params["type"] = .string(format.type)
        params["output"] = .string(folder.file("copy"))
        _ = try await ask(PluginMethod.editPhoto, params)
        let copy = try PictureFile("copy", in: folder, by: plugin).bytes
        guard let format = PictureFormat(copy) else {
            throw PluginHostError(.fault, "the plugin ‘\(plugin.id)’ made a copy that is not a picture")
        }
        return (copy, format)
    }

    /// Makes a picture of at most the given size in pixels.
    ///
    /// - Parameter form: `png` or `rgb`.
    func draw(
        _ bytes: [UInt8], _ format: PictureFormat, width: Int, height: Int, as form: String
    ) async throws -> (bytes: [UInt8], width: Int, height: Int) {
        let folder = try host.scratch(for: plugin)
        let file = try folder.create("photo", with: bytes)
        let result = try await ask(
            PluginMethod.drawPhoto,
            [
                "file": .string(file), "type": .string(format.type), "output": .string(folder.file("picture")),
                "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)), "as": .string(form),
            ])
        let picture = try PictureFile("picture", in: folder, by: plugin, limit: 64 << 20).bytes
        guard let width = result["width"]?.intValue, let height = result["height"]?.intValue,
            form != "rgb" || picture.count == 3 * width * height
        else { throw PluginHostError(.fault, "the plugin ‘\(plugin.id)’ drew something other than it reported") }
        return (picture, width, height)
    }

    private func ask(_ method: String, _ params: JSONObject) async throws -> JSONObject {
        var params = params
        params["name"] = .string(name)
        var request = PluginRequest(plugin: plugin, method: method, params: params, limits: Self.limits)
        // A malicious file can only harm the process that reads it, so these faults do not count against the plugin.
        request.uncounted = [.hang, .crash, .leftProcesses, .ignoredTermination]
        return try await session.plugins.ask(request, of: host).result
    }
}

/// The metadata and the thumbnail that a plugin extracted from a photo's file.
struct CheckedPhoto: Sendable {
    let details: PhotoDetails
    let thumbnail: [UInt8]

    init(_ result: JSONObject) throws {
        guard let size = PixelSize(width: result["width"]?.intValue, height: result["height"]?.intValue),
            let thumbnail = Base64.standard.decoded(result["thumbnail"]?.stringValue ?? ""), !thumbnail.isEmpty,
            thumbnail.count <= PhotoFile.largestThumbnail
        else { throw RPCError(.invalidParams, "‘thumbnail’ is not a picture of at most 6 KiB in base64") }
        var details = PhotoDetails(size: size)
        details.takenAt = result["takenAt"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        details.coordinates = Coordinates(.object(result))
        details.accuracy = result["accuracy"]?.doubleValue
        details.camera = result["camera"]?.stringValue
        self.details = details
        self.thumbnail = thumbnail
    }
}
