// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension DocumentReader {
    /// Passes every document of a kind to a closure, like ``DocumentReader/forEachDocument(of:_:)``, but the closure
    /// may throw errors of any type.
    func visitDocuments(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        var failure: (any Error)?
        try forEachDocument(of: kind) { path, bytes in
            do {
                return try body(path, bytes)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }
}
