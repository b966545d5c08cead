// SPDX-License-Identifier: Apache-2.0

/// The arguments of this process, which Swift's runtime reads from `/proc/self/cmdline` on Linux.
public enum ProgramArguments {
    /// Why the runtime has no arguments, not even the program's name; nil if it has them.
    ///
    /// A program that goes on without them does what it does if it is given no arguments.
    public static var obstacle: (message: String, hint: String)? {
        guard CommandLine.argc == 0 else { return nil }
        return (
            "the program's arguments cannot be read, since /proc/self/cmdline is missing",
            "Nothing was changed. As root, mount it: mount -t proc proc /proc"
        )
    }
}
