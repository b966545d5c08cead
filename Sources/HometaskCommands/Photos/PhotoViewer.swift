// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskPluginHost
import HometaskReplica

/// The desktop's picture viewer.
struct PhotoViewer {
    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// Opens a copy of a photo's original in this device's folder for derived data. The viewer does not report when it
    /// has read the copy, so it is kept; copies older than an hour are removed when the next photo is opened.
    func open(_ photo: PhotoRecord) async throws {
        guard let bytes = try await session.replica.original(of: photo) else { throw PhotoExport.missing(photo) }
        guard let derived = session.replica.derivedFolder, let format = PictureFormat(bytes) else {
            throw ReplicaError(.invalidValue, "‘\(photo.name)’ is not an image that can be opened")
        }
        let folder = try ScratchFolder.lasting(in: "\(derived)/opened")
        let path = "\(folder)/photo.\(format.fileExtension)"
        try TextFile.writeFile(path, bytes, isTemporary: true)
        let outcome = HelperProgram("xdg-open", session.environment).run([path], keepsOutput: false)
        guard outcome.status == 0 else {
            throw ReplicaError(
                .missingProgram, "no desktop program opened the photo",
                hint: "'hometask photo export' writes it to a file.")
        }
    }
}
