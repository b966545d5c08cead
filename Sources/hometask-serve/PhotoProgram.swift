// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HometaskHTTP
import HometaskKit
import HometaskProcess
import HometaskServing

/// Examines photos with `hometask photo check`, which runs the enabled photo plugin in its sandbox.
struct PhotoProgram: PhotoExaminer {
    private let path: String
    private let environment: [String: String]

    /// Finds `hometask` beside this program or in the PATH; returns nil if there is none.
    static func find() -> PhotoProgram? {
        let environment = EnvironmentVariables.all
        return ProgramPath.findBesideOwn("hometask", in: environment).map { path in
            PhotoProgram(path: path, environment: environment)
        }
    }

    func examine(_ file: String, of family: String) async throws(ServiceFault) -> ExaminedPhoto? {
        var run = ProgramRun(
            path, ["photo", "check", "--json", "-C", family, "--", file], environment: environment)
        run.patience = 40_000
        run.folder = "/"
        guard let outcome = await run.outcome() else {
            throw ServiceFault("the program hometask cannot be started")
        }
        switch outcome.code {
        case 0?:
            if let found = Self.result(outcome.output) { return found }
        case Self.notAPhoto?: throw ServiceFault("the file is not a photo, or is damaged", isFinal: true)
        case Self.unavailable?: return nil
        default: break
        }
        throw ServiceFault("the photo could not be examined: hometask \(outcome.words)")
    }

    // The exit codes of `hometask photo check` if the file is not a photo, and if no plugin can examine it.
    private static let notAPhoto: Int32 = 65
    private static let unavailable: Int32 = 69

    private static func result(_ output: [UInt8]) -> ExaminedPhoto? {
        guard case .array(let files)? = try? JSON.parse(output), let found = files.first,
            let size = PixelSize(width: found["width"]?.intValue, height: found["height"]?.intValue),
            let thumbnail = Data(base64Encoded: found["thumbnail"]?.stringValue ?? "")
        else { return nil }
        var details = PhotoDetails(size: size)
        details.takenAt = found["takenAt"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        details.camera = found["camera"]?.stringValue
        details.coordinates = Coordinates(found["location"])
        details.accuracy = found["location"]?["accuracy"]?.doubleValue
        return ExaminedPhoto(details, thumbnail: Array(thumbnail))
    }
}
