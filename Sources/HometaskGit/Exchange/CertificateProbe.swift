// SPDX-License-Identifier: Apache-2.0

/// Determines the fault of a certificate that git does not name: with GnuTLS, its message is the same for an expired
/// certificate and an untrusted one.
///
/// Contacts the server again without verifying the certificate, and reads the dates that curl reports for it. The
/// request contains only the host name: no user settings, credentials, cookies or path.
struct CertificateProbe {
    let git: InstalledGit
    private let server: String

    /// Creates a probe if git's message leaves the cause open; nil otherwise.
    init?(_ git: InstalledGit, line: String) {
        let (before, after) = ("fatal: unable to access '", "': server certificate verification failed")
        guard line.hasPrefix(before), let end = line.firstRange(of: after) else { return nil }
        let address = line[..<end.lowerBound].dropFirst(before.count)
        guard address.hasPrefix("https://") else { return nil }
        let authority = address.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        server = "https://" + (authority.split(separator: "@").last ?? authority) + "/"
        self.git = git
    }

    /// Returns why the certificate is not valid today; nil if it is valid, or if that cannot be determined.
    func fault() async -> String? {
        await WaitingThread.run { cancellation in run(cancellation) }
    }

    private func run(_ cancellation: Cancellation) -> String? {
        var child = ChildProcess(
            executable: git.executable,
            arguments: ["-c", "http.sslVerify=false", "-c", "credential.helper=", "ls-remote", "--", server],
            environment: environment, keepsTerminal: false)
        child.folder = "/"
        child.limits = git.limits
        child.stall = StallWatch(seconds: min(git.timeout ?? 10, 10), askpass: nil)
        child.catchesSignals = git.catchesSignals
        child.isGuarded = true
        var bytes: [UInt8] = []
        guard
            case .success = child.run(cancellation: cancellation, errors: { bytes += $0.prefix(1 << 16 - bytes.count) })
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        func value(_ name: String) -> String? {
            for line in lines {
                guard let mark = line.firstRange(of: "== Info:") else { continue }
                let note = line[mark.upperBound...].drop { $0.isWhitespace }
                if note.hasPrefix(name) { return String(note.dropFirst(name.count)) }
            }
            return nil
        }
        if value("server certificate expiration date ") == "FAILED" {
            return "its certificate expired" + (value("expire date: ").map { " on \($0)" } ?? "")
        }
        if value("server certificate activation date ") == "FAILED" {
            return "its certificate is not valid yet" + (value("start date: ").map { " (valid from \($0))" } ?? "")
        }
        return nil
    }

    private var environment: [String: String] {
        let kept = git.environment.filter { name, _ in
            name == "PATH" || name == "GIT_EXEC_PATH" || name.lowercased().hasSuffix("_proxy")
        }
        return kept.merging([
            "LC_ALL": "C", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "GIT_TRACE_CURL": "1", "GIT_TRACE_CURL_NO_DATA": "1",
        ]) { $1 }
    }
}
