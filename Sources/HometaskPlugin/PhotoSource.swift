// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The file of a photo that a plugin receives. It is in the plugin's folder and may contain anything, because a
/// stranger may have made it.
public struct PhotoSource: Hashable, Sendable {
    /// The absolute path of the file.
    public let path: String
    /// The media type according to the file's first bytes, such as `image/jpeg`.
    public let type: String

    /// The file that a request names.
    init(_ params: JSONObject) throws {
        path = try Self.path("file", params)
        type = params["type"]?.stringValue ?? "application/octet-stream"
    }

    static func path(_ name: String, _ params: JSONObject) throws -> String {
        guard let path = params[name]?.stringValue, path.hasPrefix("/") else {
            throw RPCError(.invalidParams, "‘\(name)’ should be an absolute path")
        }
        return path
    }
}
