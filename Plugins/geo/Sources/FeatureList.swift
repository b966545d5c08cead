// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The features of a GeoJSON file (RFC 7946).
struct FeatureList {
    /// The features; one that is not an object is replaced by an empty object.
    let features: [JSONObject]
    /// The lines on which the features begin.
    let lines: ElementLines

    /// The limits on the size and nesting of a file.
    private static let limits = JSONLimits(bytes: 64 << 20, depth: 64)

    /// Reads the features of a collection; a single feature or point is read as a collection of one.
    ///
    /// - Throws: `RPCError` if the file is not JSON, or neither a collection, a feature nor a point.
    init(_ text: String) throws {
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let root: JSON
        do throws(JSONError) {
            root = try JSON.parse(bytes, limits: Self.limits)
        } catch {
            throw Self.refusal("it is not JSON: \(error.message), in line \(error.line), column \(error.column)")
        }
        lines = ElementLines(of: text, in: "features")
        switch root["type"]?.stringValue {
        case "FeatureCollection":
            guard let list = root["features"]?.arrayValue else { throw Self.refusal("the collection has no features") }
            features = list.map { $0.objectValue ?? [:] }
        case "Feature": features = [root.objectValue ?? [:]]
        case "Point": features = [["type": "Feature", "geometry": root]]
        default: throw Self.refusal("its type is \((root["type"] ?? .null).excerpt(limit: 40))")
        }
    }

    private static func refusal(_ reason: String) -> RPCError {
        RPCError(
            .refused, "the file is not GeoJSON with points: \(reason)",
            hint: "It should be a FeatureCollection (RFC 7946); most map programs can export one.")
    }
}
