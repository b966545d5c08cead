// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
public import Darwin

extension stat {
    /// The time of the last change of the content, by its name in POSIX.
    public var st_mtim: timespec { st_mtimespec }
    /// The time of the last change of the content or the status, by its name in POSIX.
    public var st_ctim: timespec { st_ctimespec }
}
#endif
