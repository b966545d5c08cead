// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import Synchronization

/// The three versions of a file that a merge driver merges.
public struct MergedVersions: Sendable {
    /// The file's path in the repository.
    public let path: String
    /// The bytes of the common ancestor; empty if there is none.
    public let base: [UInt8]
    /// The bytes of the side that is merged into.
    public let ours: [UInt8]
    /// The other side's bytes.
    public let theirs: [UInt8]
}

/// The result of a merge driver for a file.
public enum DriverOutcome: Sendable {
    /// The file is merged without a conflict, into these bytes.
    case merged([UInt8])
    /// The file stays in conflict for the user to settle.
    case conflict
    /// The driver does not handle the file; the library merges it line by line.
    case passedOn
}

/// Merge drivers in this process, which libgit2 calls when it merges a file whose `merge` attribute names the driver.
///
/// libgit2 does not run drivers that git's configuration names, since it starts no programs. It keeps one list of
/// drivers for the whole process, for every open repository, so a name is registered once and permanently. The library
/// guards its list with a lock of its own; the lock here separates the registration from the first call of the driver.
public enum MergeDriverRegistration {
    /// Merges the versions; must be thread-safe.
    public typealias Join = @Sendable (MergedVersions) -> DriverOutcome

    /// The largest version that is passed to a driver, in bytes; a larger one stays in conflict.
    public static let sizeLimit = 64 << 20

    /// The drivers' functions, keyed by the address of the record passed to the library.
    private static let joins = Mutex<[UInt: Join]>([:])

    /// Registers a driver for the rest of the process.
    ///
    /// - Parameter name: its name in the `merge` attribute.
    /// - Throws: ``GitError`` (`exists` if a driver with that name is registered already).
    public static func register(_ name: String, _ join: @escaping Join) throws(GitError) {
        try Libgit2.ensureStarted()
        // The library keeps the address, so the record is never freed.
        let record = UnsafeMutablePointer<git_merge_driver>.allocate(capacity: 1)
        unsafe record.initialize(
            to: git_merge_driver(
                version: UInt32(GIT_MERGE_DRIVER_VERSION), initialize: nil, shutdown: nil, apply: driverApply))
        let key = UInt(bitPattern: record)
        joins.withLock { $0[key] = join }
        do {
            try call("register the merge driver", on: name, status: unsafe git_merge_driver_register(name, record))
        } catch {
            joins.withLock { $0[key] = nil }
            unsafe record.deallocate()
            throw error
        }
    }

    fileprivate static func join(_ key: UInt) -> Join? { joins.withLock { $0[key] } }
}

/// Called by the library. Returns errors as codes: Swift errors must not propagate through C.
private func driverApply(
    _ driver: UnsafeMutablePointer<git_merge_driver>?, path: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    mode: UnsafeMutablePointer<UInt32>?, merged: UnsafeMutablePointer<git_buf>?, name: UnsafePointer<CChar>?,
    source: OpaquePointer?
) -> Int32 {
    guard let join = MergeDriverRegistration.join(UInt(bitPattern: driver)), let source = unsafe source,
        let ours = unsafe git_merge_driver_source_ours(source),
        let theirs = unsafe git_merge_driver_source_theirs(source), let name = unsafe ours.pointee.path
    else { return GIT_EMERGECONFLICT.rawValue }
    let base = unsafe git_merge_driver_source_ancestor(source)
    let repository = unsafe git_merge_driver_source_repo(source)
    guard let baseBytes = unsafe bytes(of: base, in: repository), let ourBytes = unsafe bytes(of: ours, in: repository),
        let theirBytes = unsafe bytes(of: theirs, in: repository)
    else { return GIT_EMERGECONFLICT.rawValue }
    let versions = unsafe MergedVersions(
        path: String(cString: name), base: baseBytes, ours: ourBytes, theirs: theirBytes)
    switch join(versions) {
    case .passedOn: return GIT_PASSTHROUGH.rawValue
    case .conflict: return GIT_EMERGECONFLICT.rawValue
    case .merged(let joined):
        // The name and the mode live as long as the merge; the bytes must be allocated by the library, which frees
        // them.
        unsafe path?.pointee = name
        let isKept = unsafe base.map { unsafe $0.pointee.mode == ours.pointee.mode } ?? false
        unsafe mode?.pointee = isKept ? theirs.pointee.mode : ours.pointee.mode
        return unsafe git_buf_set(merged, joined, joined.count)
    }
}

/// Returns a version's bytes; empty if there is no version, nil if it cannot be read or is too large.
@unsafe
private func bytes(of entry: UnsafePointer<git_index_entry>?, in repository: OpaquePointer?) -> [UInt8]? {
    guard let entry = unsafe entry, unsafe git_oid_is_zero(&UnsafeMutablePointer(mutating: entry).pointee.id) == 0
    else {
        return []
    }
    var blob: OpaquePointer?
    guard unsafe git_blob_lookup(&blob, repository, &UnsafeMutablePointer(mutating: entry).pointee.id) == 0 else {
        git_error_clear()
        return nil
    }
    defer { unsafe git_blob_free(blob) }
    let size = unsafe Int(git_blob_rawsize(blob))
    guard size <= MergeDriverRegistration.sizeLimit else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: git_blob_rawcontent(blob), count: size))
}
