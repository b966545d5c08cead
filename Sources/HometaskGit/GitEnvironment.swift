// SPDX-License-Identifier: Apache-2.0

/// The environment and the settings under which git is run.
enum GitEnvironment {
    /// Of git's own variables, those that say how to reach a remote or where the user's settings are.
    private static let kept: Set<String> = [
        "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH", "GIT_PROXY_COMMAND", "GIT_ALLOW_PROTOCOL",
    ]
    private static let keptPrefixes = ["GIT_SSL_", "GIT_HTTP_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"]

    /// Takes out what names another repository, index or store, and what makes git write traces; sets the C locale, so
    /// that messages can be read.
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

    /// Settings for every exchange: what a remote sends is checked and never run, nothing continues in the background,
    /// and what was taken over is on the disk.
    static let settings = [
        "protocol.ext.allow=never", "protocol.fd.allow=never", "fetch.fsckObjects=true", "receive.fsckObjects=true",
        "submodule.recurse=false", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no", "gc.auto=0",
        "maintenance.auto=false", "fetch.writeCommitGraph=false", "core.fsmonitor=false",
        "core.fsync=committed,reference", "push.followTags=false", "push.gpgSign=false",
    ]

    /// Settings for taking in: what was fetched stays one pack, which joins the store as a whole. No object is
    /// streamed, so that the limit on memory holds for what each unfolds to; many threads would use that limit up.
    static let settingsTakingIn = [
        "fetch.unpackLimit=1", "fetch.prune=false", "core.bigFileThreshold=1900m", "pack.threads=2",
    ]

    /// What is sent goes as it is written in its pack.
    static let withoutDeltas = ["-c", "pack.window=0"]

    /// No hook of the repository, or of the user, runs when something is taken in.
    static let withoutHooks = "core.hooksPath=/dev/null"
}
