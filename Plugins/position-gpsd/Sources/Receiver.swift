// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A client of gpsd, which sends JSON over TCP (gpsd_json(5)).
struct Receiver {
    private let host: String
    private let port: String

    /// The timeout for a fix, in milliseconds.
    private let patience: Int
    /// The size limits of a report; gpsd documents a maximum of 10240 bytes.
    private static let report = JSONLimits(bytes: 64 << 10, depth: 20)
    /// The maximum number of reports read; a receiver sends a few each second.
    private static let mostReports = 2000

    init(_ session: PluginSession, patience: Int) throws {
        self.patience = patience
        host = session.setting("host") ?? "localhost"
        port = session.setting("port") ?? "2947"
        guard let number = UInt16(port), number > 0 else {
            throw RPCError(
                .refused, "‘port’ should be a number from 1 to 65535, but is ‘\(port.prefix(40))’",
                hint: "Set it with 'hometask plugin config position-gpsd port 2947'.")
        }
    }

    /// Returns the first fix that gpsd reports.
    ///
    /// - Parameter beat: called each second during the wait; throws if the position is no longer needed.
    func position(beat: () throws -> Void) throws -> Position {
        var sawReceiver = false
        do throws(LineError) {
            var lines = try LineSocket(host: host, port: port, patience: patience)
            try lines.send(#"?WATCH={"enable":true,"json":true};"# + "\n")
            for _ in 0..<Self.mostReports {
                let line = try lines.next(limit: Self.report.bytes) { (try? beat()) != nil }
                guard let report = try? JSONObject.parse(line, limits: Self.report) else { continue }
                switch report["class"]?.stringValue {
                case "TPV":
                    sawReceiver = true
                    if let fix = Fix(report) { return fix.position }
                case "DEVICES": sawReceiver = sawReceiver || report["devices"]?.arrayValue?.isEmpty == false
                case "SKY": sawReceiver = true
                default: continue
                }
            }
        } catch {
            guard error == .timeout else {
                throw RPCError(
                    .unavailable, "gpsd on \(host), port \(port), cannot be reached: \(error)",
                    hint: "Is it installed and running? 'hometask plugin config position-gpsd host NAME' sets another."
                )
            }
        }
        throw RPCError(
            .unavailable,
            sawReceiver ? "the GPS receiver has no fix yet" : "gpsd on \(host) reports no GPS receiver")
    }
}

/// The fix in a position report (`TPV`).
struct Fix {
    /// The position, with the accuracy and the time if the report has them.
    let position: Position

    /// Creates the fix of a report; nil if there is none. `mode` is 2 for a 2D fix and 3 for a 3D fix.
    init?(_ report: JSONObject) {
        guard let mode = report["mode"]?.intValue, mode >= 2, let latitude = report["lat"]?.doubleValue,
            let longitude = report["lon"]?.doubleValue, abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        position = Position(
            latitude: latitude, longitude: longitude, accuracy: Self.accuracy(report),
            time: report["time"]?.stringValue.flatMap(Self.time))
    }

    /// Returns the accuracy in metres: the horizontal error (`eph`), or otherwise the root of the sum of squares of the
    /// east and north errors (`epx`, `epy`).
    private static func accuracy(_ report: JSONObject) -> Double? {
        func error(_ name: String) -> Double? {
            report[name]?.doubleValue.flatMap { (0...20_100_000).contains($0) ? $0 : nil }
        }
        if let whole = error("eph") { return whole }
        guard let east = error("epx"), let north = error("epy") else { return nil }
        return (east * east + north * north).squareRoot()
    }

    /// Parses an instant such as `2026-11-21T18:00:00.250Z`; the fraction of a second is dropped.
    private static func time(_ text: String) -> Timestamp? {
        guard let dot = text.firstIndex(of: "."), text.hasSuffix("Z") else { return Timestamp(rfc3339: text) }
        return Timestamp(rfc3339: text[..<dot] + "Z")
    }
}
