// SPDX-License-Identifier: Apache-2.0

extension GitComplaint {
    /// A message of the remote git, in wording that no hook uses.
    static let corruptionThere =
        "remote: aborting due to possible repository corruption on the remote side."

    /// Returns whether git reported damaged data at either end; git reports unreadable data in the same way.
    static func tellsOfStore(_ said: [String]) -> Bool {
        said.contains { line in
            line == corruptionThere || matches(line, "fatal: did not receive expected object *")
                || patterns.contains { $0.0 == .damagedStore && $0.1.contains { matches(line, $0) } }
        }
    }

    /// Returns whether a fetch may have failed because an object reachable from the store's commits is missing.
    static func tellsOfMissingObjects(_ said: [String]) -> Bool {
        said.contains { line in
            patterns.contains { $0.0 == .damagedStore && $0.1.contains { matches(line, $0) } }
                || ["error: * did not send all necessary objects", "fatal: pack has * unresolved delta*"].contains {
                    matches(line, $0)
                }
        }
    }

    /// Git's messages about disk failures, at either end.
    static let diskWords = ["No space left on device", "Disk quota exceeded", "Input/output error"]

    static let noise = [
        "", "fatal: Could not read from remote repository.", "Please make sure you have the correct access rights",
        "and the repository exists.", "warning: no common commits", "@@@*", "hint: *", "From *",
        "error: failed to push some refs to *", "IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!",
        "Someone could be eavesdropping on you right now *",
        "It is also possible that a host key has just been changed.",
        "Please contact your system administrator.", "Add correct host key in *", "  remove with:", "  ssh-keygen *",
        "Cloning into *", "remote: Enumerating objects: *", "remote: Counting objects: *", "remote: Total *",
        "remote: Compressing objects: *",
        "Enumerating objects: *", "Counting objects: *", "Writing objects: *", "Delta compression using up to *",
        "Total * (delta *",
    ]

    /// The most certain patterns come first.
    static let patterns: [(TransportError.Kind, [String])] = [
        (.diskFull, ["fatal: *No space left on device", "error: *No space left on device"]),
        (.diskFull, ["fatal: *Disk quota exceeded", "error: *Disk quota exceeded"]),
        (.diskFailed, ["fatal: *Input/output error", "error: *Input/output error"]),
        (
            .overLimit,
            [
                "fatal: Out of memory, *", "fatal: out of memory*", "fatal: mmap failed: Cannot allocate memory",
                "error: * died of signal 9", "error: * died of signal 24", "error: * died of signal 25",
            ]
        ),
        (
            .hostKeyChanged,
            [
                "Host key for * has changed and you have requested strict checking.",
                "@ * REMOTE HOST IDENTIFICATION HAS CHANGED! *@", "@ * REVOKED HOST KEY DETECTED! *@",
                "Host key for * was revoked and you have requested strict checking.",
            ]
        ),
        (
            .hostKey,
            [
                "No * host key is known for * and you have requested strict checking.", "Host key verification failed.",
            ]
        ),
        // The line after "fatal: unknown repository extension found:".
        (.reftable, ["\trefstorage"]),
        (
            .sha256,
            [
                "\tobjectformat", "fatal: mismatched algorithms: *",
                "fatal: the receiving end does not support this repository's hash algorithm",
            ]
        ),
        (.owner, ["fatal: detected dubious ownership in repository at *", "fatal: unsafe repository (*"]),
        (
            .certificateExpired,
            [
                "fatal: unable to access '*': SSL certificate problem: certificate has expired*",
                "fatal: unable to access '*': SSL certificate problem: certificate is not yet valid*",
                "fatal: unable to access '*': server certificate expiration date *",
            ]
        ),
        (
            .certificate,
            [
                "fatal: unable to access '*': SSL certificate problem: *",
                "fatal: unable to access '*': server certificate verification failed*",
                "fatal: unable to access '*': SSL: no alternative certificate subject name *",
                "fatal: unable to access '*': SSL: certificate subject name *",
                "fatal: unable to access '*': server certificate * does not match *",
            ]
        ),
        (
            .unsupported,
            [
                "fatal: transport '*' not allowed", "fatal: unable to find remote helper for '*'",
                "fatal: Unable to find remote helper for '*'", "git: '*' is not a git command. *",
                "error: unknown option *", "fatal: protocol '*' is not supported",
                "fatal: unable to access '*': Protocol *",
            ]
        ),
        (
            .authentication,
            [
                "*: Permission denied (*).", "Permission denied (*).", "fatal: Authentication failed for '*'",
                "fatal: could not read Username for '*': *", "fatal: could not read Password for '*': *",
                "Received disconnect from *: Too many authentication failures*",
                "fatal: unable to access '*': The requested URL returned error: 401",
                "fatal: unable to access '*': The requested URL returned error: 403",
                "fatal: unable to access '*': The requested URL returned error: 407",
                "error: RPC failed; HTTP 401 *", "error: RPC failed; HTTP 403 *",
            ]
        ),
        // The quarantine folder of the fetch was created just before: only a disk failure can have lost it.
        (.diskFailed, ["fatal: not a git repository: '*/objects/hometask-incoming-*'"]),
        (
            .notARepository,
            [
                "fatal: '*' does not appear to be a git repository", "fatal: not a git repository*",
                "fatal: * not valid: is this a git repository?",
            ]
        ),
        (
            .notFound,
            [
                "fatal: repository '*' not found", "fatal: repository '*' does not exist",
                "ERROR: Repository not found.",
                "fatal: unable to access '*': The requested URL returned error: 404",
                "fatal: remote error: access denied or repository not exported: *",
                "fatal: remote error: Repository not found.*", "fatal: '*': No such file or directory",
            ]
        ),
        // The remote's message about a reference that it listed without a commit and then could not read.
        (.damagedStore, ["fatal: remote error: upload-pack: not our ref 0000000000000000000000000000000000000000"]),
        (.refused, ["fatal: remote error: *"]),
        (
            .unreachable,
            [
                "ssh: *", "kex_exchange_identification: *", "Connection closed by *", "Connection reset by *",
                "Connection to * closed by remote host.", "client_loop: *", "Timeout, server * not responding.",
                "Unable to negotiate with *", "Bad packet length *", "fatal: unable to access '*': *",
                "fatal: unable to look up *", "fatal: unable to connect to *",
            ]
        ),
        (
            .permission,
            [
                "fatal: *Permission denied", "error: *Permission denied", "error: insufficient permission *",
                "fatal: *Read-only file system", "error: *Read-only file system",
            ]
        ),
        // The remaining messages are about the disk.
        (
            .diskFailed,
            [
                "fatal: Unable to create temporary file *", "fatal: unable to create temporary file *",
                "error: couldn't set 'refs/*'",
            ]
        ),
        (.corrupt, ["fatal: fsck error *", "error: * did not send all necessary objects"]),
        (
            .damagedStore,
            [
                "fatal: loose object *", "error: object file * is empty", "fatal: bad object *",
                "fatal: packed object * is corrupt", "fatal: unable to read *", "error: unable to read *",
                "fatal: failed to read object *", "error: Could not read *", "fatal: bad tree object *",
                "error: packfile *", "error: *does not point to a valid object*", "error: bad ref *",
                "error: corrupt loose object *", "error: unable to unpack *", "fatal: bad revision *",
            ]
        ),
        (
            .corrupt,
            [
                corruptionThere, "fatal: did not receive expected object *", "error: object *: *",
                "fatal: index-pack failed",
                "fatal: unpack-objects failed", "fatal: pack *", "error: inflate: *",
                "fatal: serious inflate inconsistency*", "fatal: bad pack header*",
                "fatal: protocol error: *", "fatal: missing *", "fatal: fetch-pack: pack *", "fatal: * is corrupt*",
                "error: * is corrupt*", "fatal: bad line length *", "error: unable to parse remote unpack status: *",
                "error: invalid protocol: *", "fatal: git fetch-pack: expected *", "fatal: invalid server response*",
                "fatal: expected *", "fatal: unknown object format *", "fatal: invalid *", "fatal: unexpected *",
                "error: error in object: *", "fatal: not a git packfile", "fatal: pathological case*",
            ]
        ),
        (
            .unreachable,
            [
                "error: RPC failed; *", "*the remote end hung up *", "*The remote end hung up *", "*early EOF",
                "*unexpected disconnect *", "fatal: read error: *", "fatal: write error: Broken pipe",
                "fatal: Could not read from remote repository.",
            ]
        ),
        // Git's own indexing ended without a message: only the system's limits cause that.
        (.overLimit, ["fatal: fetch-pack: invalid index-pack output"]),
    ]
}
