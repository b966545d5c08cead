// SPDX-License-Identifier: Apache-2.0

/// The environment and the settings for running git.
enum GitEnvironment {
    /// The variables of git that are kept: those that say how to reach a remote or where the user's settings are.
    private static let kept: Set<String> = [
        "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH", "GIT_PROXY_COMMAND", "GIT_ALLOW_PROTOCOL",
    ]
    private static let keptPrefixes = ["GIT_SSL_", "GIT_HTTP_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"]

    /// Removes the variables that name another repository, index or object store, and those that make git write traces.
    /// Sets the C locale, so that git's messages can be interpreted.
    static func cleaned(_ environment: [String: String]) -> [String: String] {
        var result = environment.filter { name, _ in
            !name.hasPrefix("GIT_") || kept.contains(name) || keptPrefixes.contains { name.hasPrefix($0) }
        }
        for name in ["LANGUAGE", "LC_MESSAGES", "SSH_ASKPASS"] { result[name] = nil }
        // This variable outranks protocol.ext.allow, and `ext::` runs any program.
        if let allowed = result["GIT_ALLOW_PROTOCOL"] {
            let safe = allowed.split(separator: ":").filter { $0 != "ext" && $0 != "fd" }
            result["GIT_ALLOW_PROTOCOL"] = safe.isEmpty ? "none" : safe.joined(separator: ":")
        }
        result["LC_ALL"] = "C"
        result["GIT_OPTIONAL_LOCKS"] = "0"
        result["GIT_TERMINAL_PROMPT"] = "0"
        result["SSH_ASKPASS_REQUIRE"] = "never"
        return result
    }

    /// Settings for every exchange: what a remote sends is checked and never executed, nothing continues in the
    /// background, and received data is flushed to the disk.
    static let settings = [
        "protocol.ext.allow=never", "protocol.fd.allow=never", "fetch.fsckObjects=true", "receive.fsckObjects=true",
        "submodule.recurse=false", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no", "gc.auto=0",
        "maintenance.auto=false", "fetch.writeCommitGraph=false", "core.fsmonitor=false",
        "core.fsync=committed,reference", "push.followTags=false", "push.gpgSign=false",
    ]

    /// Returns the setting for the receiving side of an exchange, whose quarantine has the repository's own store as an
    /// alternate. By default, git starts another git to list all references of that store. The receiving side of a push
    /// has already read them, and a fetch gets the relevant ones as ``KnownCommits``; with this setting, git starts a
    /// shell that does nothing. Not set if the store has alternates of its own: objects that only those contain would
    /// be resent.
    ///
    /// - Parameter repository: the git directory of the store, with a trailing slash.
    static func withoutAlternates(_ repository: String) -> [String] {
        RemoteURL.exists(repository + "objects/info/alternates") ? [] : ["core.alternateRefsCommand=: #"]
    }

    /// Settings for receiving: a fetch stays one pack, which joins the store as a whole. No object is streamed, so that
    /// the memory limit applies to the uncompressed size of each; many threads would exhaust that limit.
    static let settingsTakingIn = [
        "fetch.unpackLimit=1", "fetch.prune=false", "core.bigFileThreshold=1900m", "pack.threads=2",
        "fetch.negotiationAlgorithm=default",
    ]

    /// Objects are sent as they are stored, without a search for deltas.
    static let withoutDeltas = ["-c", "pack.window=0"]

    /// No hook of the repository or of the user runs when data is received.
    static let withoutHooks = "core.hooksPath=/dev/null"
}
