// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// The checks for plugins that examine, edit and draw photos.
struct PhotoChecks {
    let run: PluginTrialRun

    /// A PNG of one red pixel.
    private static let pixel = Base64.standard.decoded(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")

    /// Returns all checks of one offer.
    func all(_ offer: PluginOffer) -> [PluginConformance.Check] {
        [
            ("it reads a photo with ‘\(offer.name)’", { try examines(offer) }),
            ("with ‘\(offer.name)’, it refuses a file that is not a photo", { try refusesGarbage(offer) }),
            ("it makes an edited copy with ‘\(offer.name)’", { try edits(offer) }),
            ("it draws a photo with ‘\(offer.name)’", { try draws(offer) }),
        ]
    }

    private func examines(_ offer: PluginOffer) throws -> ConformanceCheck.SkipReason? {
        try withPhoto(Self.pixel ?? []) { folder, params in
            let result = try run.ask(PluginMethod.examinePhoto, params(offer), of: MemoryReader()).result
            guard result["width"] == 1, result["height"] == 1 else {
                throw ConformanceFailure("it reported a size other than 1 × 1", .hostRequests)
            }
            let thumbnail = Base64.standard.decoded(result["thumbnail"]?.stringValue ?? "") ?? []
            guard !thumbnail.isEmpty, thumbnail.count <= Self.largestThumbnail else {
                throw ConformanceFailure("its thumbnail has \(thumbnail.count) bytes, not 1 to 6144", .hostRequests)
            }
            return nil
        }
    }

    /// The maximum number of bytes of a thumbnail.
    private static let largestThumbnail = 6 * 1024

    private func refusesGarbage(_ offer: PluginOffer) throws -> ConformanceCheck.SkipReason? {
        try withPhoto((Self.pixel ?? []).prefix(20) + Array(repeating: 0x7F, count: 400)) { _, params in
            do {
                _ = try run.ask(PluginMethod.examinePhoto, params(offer), of: MemoryReader())
            } catch let error as RPCError where [.refused, .unavailable].contains(error.kind) {
                return error.kind == .unavailable ? .other("it reports that it cannot: \(error.message)") : nil
            }
            throw ConformanceFailure("it accepted a file that is not a photo", .hostRequests)
        }
    }

    private func edits(_ offer: PluginOffer) throws -> ConformanceCheck.SkipReason? {
        try withPhoto(Self.pixel ?? []) { folder, params in
            var params = params(offer)
            params["output"] = .string(folder.file("copy"))
            params["rotate"] = 90
            _ = try run.ask(PluginMethod.editPhoto, params, of: MemoryReader())
            return try written("copy", in: folder)
        }
    }

    private func draws(_ offer: PluginOffer) throws -> ConformanceCheck.SkipReason? {
        try withPhoto(Self.pixel ?? []) { folder, params in
            var params = params(offer)
            params["output"] = .string(folder.file("picture"))
            params["width"] = 8
            params["height"] = 8
            params["as"] = "rgb"
            let result = try run.ask(PluginMethod.drawPhoto, params, of: MemoryReader()).result
            let bytes = try folder.contents(of: "picture", limit: 1 << 20)?.count ?? 0
            guard let width = result["width"]?.intValue, let height = result["height"]?.intValue,
                bytes == 3 * width * height
            else { throw ConformanceFailure("it wrote \(bytes) bytes instead of three for each pixel", .hostRequests) }
            return nil
        }
    }

    private func written(_ name: String, in folder: ScratchFolder) throws -> ConformanceCheck.SkipReason? {
        guard let bytes = try folder.contents(of: name, limit: 1 << 20), !bytes.isEmpty else {
            throw ConformanceFailure("it wrote no regular file at the path in ‘output’", .hostRequests)
        }
        return nil
    }

    /// Passes a file as the host does. If the plugin cannot do the work because a program is not installed, the check
    /// does not fail.
    private func withPhoto(
        _ bytes: [UInt8], _ body: (ScratchFolder, (PluginOffer) -> JSONObject) throws -> ConformanceCheck.SkipReason?
    ) throws -> ConformanceCheck.SkipReason? {
        let folder = try ScratchFolder(in: run.launch.dataFolder)
        let file = try folder.create("photo", with: bytes)
        do {
            return try withExtendedLifetime(folder) {
                try body(folder) { offer in
                    [
                        "name": .string(offer.name), "file": .string(file), "type": "image/png",
                    ]
                }
            }
        } catch let error as RPCError where error.kind == .unavailable {
            return .other("it reports that it cannot: \(error.message)")
        }
    }
}
