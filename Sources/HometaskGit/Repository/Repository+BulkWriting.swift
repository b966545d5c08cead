// SPDX-License-Identifier: Apache-2.0

extension Repository {
    /// Lets a closure write many objects, and stores them all as one pack when it returns. No object is left loose. If
    /// the closure throws, nothing is stored.
    ///
    /// Move references only after this has returned, and then call ``releasePacks()``. Until then the pack is protected
    /// from removal as unreachable.
    public func withBulkWrite<R>(_ body: (inout BulkWriter) throws -> R) throws -> R {
        var writer = try BulkWriter(at: gitDirectory)
        let result = try body(&writer)
        try writer.finish(self)
        return result
    }
}
