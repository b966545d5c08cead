// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskProcess

/// The way between a repository and another one, over the git that is installed: it brings protocol version 2, the user's
/// ssh settings, agents and credential helpers, and every kind of remote that git knows.
///
/// Contract: expected outcomes (a rejected push, an empty remote) are values; a failure is thrown and never leaves a
/// reference moved that the outcome would not have named. Cancelling the task ends the exchange and throws
/// ``TransportError/Kind/interrupted``; what had arrived whole may stay. Nothing that a remote sends is executed.
public struct InstalledGit: Sendable {
    /// The oldest version that has all that is used here.
    public static let oldestVersion = (major: 2, minor: 26)

    let executable: String
    private let installed: InstalledVersion
    let environment: [String: String]
    let allowsPrompts: Bool
    /// How many seconds a remote may send and take nothing before the exchange is given up; nil for any time.
    public var timeout: Int? = Self.usualTimeout
    /// The limits of git processes that receive data from a remote.
    public var limits = ChildLimits.usual
    /// Whether Ctrl-C, SIGTERM and a closed terminal end git and ssh first, and make the exchange throw
    /// ``TransportError/Kind/interrupted``; otherwise they do what they did before. For programs that run one exchange
    /// at a time.
    public var catchesSignals = false
    /// The connection that the runs share over ssh; nil if each connects on its own.
    var sharing: SSHSharing?

    /// The default time in seconds that a remote may transfer nothing.
    public static let usualTimeout = 30

    /// Finds git on the search path. Whether it is new enough, the first exchange that needs it asks;
    /// ``checkVersion()`` does at once.
    ///
    /// - Parameters:
    ///   - environment: What git and ssh see of it is cleaned of what would lead git elsewhere.
    ///   - allowsPrompts: Whether git and ssh may ask at the terminal, if there is one.
    /// - Throws: ``TransportError/Kind/unsupported`` if there is no git.
    public static func find(
        environment: [String: String] = CommandLine.environment, allowsPrompts: Bool = false
    ) throws(TransportError) -> InstalledGit {
        guard let executable = ProgramPath.find("git", in: environment) else {
            throw TransportError(
                .unsupported, remote: "git", lines: ["git is not installed; install git 2.26 or newer"])
        }
        let clean = GitEnvironment.cleaned(environment)
        let hasTerminal = isatty(0) == 1 && isatty(2) == 1
        return InstalledGit(
            executable: executable, installed: InstalledVersion(of: executable, environment: clean), environment: clean,
            allowsPrompts: allowsPrompts && hasTerminal)
    }

    /// The same git, of which all exchanges with a host over ssh go through one connection for as long as it is kept:
    /// worth it for more than one. By default each has its own.
    public func sharingConnections() -> InstalledGit {
        var git = self
        git.sharing = sharing ?? SSHSharing(environment: environment)
        return git
    }

    /// Asks git which version it is.
    ///
    /// - Throws: ``TransportError/Kind/unsupported`` if it is too old, or does not tell.
    public func checkVersion() throws(TransportError) { _ = try version() }

    /// The version, which is new enough for all that is used here.
    func version() throws(TransportError) -> (major: Int, minor: Int) { try installed.number() }
}

extension CommandLine {
    /// The environment of this process.
    public static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe next += 1
        }
        return result
    }
}
