// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// A place as a URI that map programs open (RFC 5870).
struct GeoURI {
    /// The URI, such as `geo:52.37,4.89;u=10`; `u` is the uncertainty in metres, left out if it is unknown.
    let text: String

    /// Creates the URI of a place in WGS 84, which is the default reference system (section 3.4.1).
    ///
    /// - Parameter accuracy: the accuracy in metres.
    init(_ coordinates: Coordinates, accuracy: Double? = nil) {
        // At the poles the longitude is written as 0 (section 3.4.2).
        let point = coordinates.latitude.magnitude == 90 ? "\(Int(coordinates.latitude)),0" : "\(coordinates)"
        let uncertainty = accuracy.flatMap { $0 >= 0 && $0 < 1e9 ? Int($0.rounded(.up)) : nil }
        text = "geo:\(point)" + (uncertainty.map { ";u=\($0)" } ?? "")
    }
}
