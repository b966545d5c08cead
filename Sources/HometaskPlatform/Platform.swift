// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)

/// What the C libraries of Linux and of macOS do differently. Darwin's side is written from Apple's manual pages.
public enum Platform {
    #if canImport(Glibc)
    /// The type of a stream socket.
    public static let stream = Int32(SOCK_STREAM.rawValue)
    /// The type of an entry of a folder, such as `DT_DIR`.
    public typealias EntryType = Int
    #else
    /// The type of a stream socket.
    public static let stream = SOCK_STREAM
    /// The type of an entry of a folder, such as `DT_DIR`.
    public typealias EntryType = Int32
    #endif

    #if canImport(Darwin)
    /// An open folder, as opendir(3) returns it.
    public typealias FolderStream = UnsafeMutablePointer<DIR>
    /// The flag of send(2) for a broken pipe without a signal. On Darwin it is an option of the socket.
    public static let noSignal: Int32 = 0
    #else
    /// An open folder, as opendir(3) returns it.
    public typealias FolderStream = OpaquePointer
    /// The flag of send(2) for a broken pipe without a signal.
    public static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    /// The environment of this process: pointers to `NAME=VALUE`, and a null pointer at the end.
    public static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }

    /// Flushes what was written to a file to the disk.
    ///
    /// fsync(2) of macOS leaves it in the cache of the drive, from which `F_FULLFSYNC` flushes it. Some file systems do
    /// not have that.
    ///
    /// - Parameter isContentEnough: whether times that nobody reads need not be on the disk (fdatasync(2)).
    /// - Returns: zero, or -1 with `errno`.
    public static func flush(_ file: Int32, isContentEnough: Bool = false) -> Int32 {
        #if canImport(Darwin)
        if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
        return [ENOTSUP, ENOTTY, EINVAL].contains(errno) ? fsync(file) : -1
        #else
        return isContentEnough ? fdatasync(file) : fsync(file)
        #endif
    }

    /// Creates a stream socket that started programs do not inherit, and that does not block.
    ///
    /// - Returns: its descriptor, or -1 with `errno`.
    public static func streamSocket(_ family: Int32, protocol number: Int32 = 0) -> Int32 {
        #if canImport(Glibc)
        return socket(family, stream | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), number)
        #elseif canImport(Musl)
        return socket(family, stream | SOCK_CLOEXEC | SOCK_NONBLOCK, number)
        #else
        let descriptor = socket(family, stream, number)
        guard descriptor >= 0 else { return -1 }
        var isOn: Int32 = 1
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
        #endif
    }

    /// Asks for huge pages behind memory that is about to be filled (madvise(2), `MADV_HUGEPAGE`). macOS has no way to
    /// ask.
    public static func useHugePages(_ start: UnsafeMutableRawPointer, count: Int) {
        #if !canImport(Darwin)
        _ = madvise(start, count, MADV_HUGEPAGE)
        #endif
    }

    /// Raises the limit of open files to the one that this process may set.
    public static func raiseFileLimit() {
        var limit = rlimit()
        #if canImport(Glibc)
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0 else { return }
        #if canImport(Darwin)
        // setrlimit(2) refuses more than this, whatever the limit says.
        limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        limit.rlim_cur = limit.rlim_max
        #endif
        setrlimit(files, &limit)
    }
}
#endif
