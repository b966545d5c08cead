// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess

/// The transport between two repositories through the installed git. It provides protocol version 2, the user's ssh
/// settings, agents and credential helpers, and every kind of remote that git supports.
///
/// Contract: expected outcomes (a rejected push, an empty remote) are returned. Failures are thrown, and never leave a
/// reference moved that the outcome would not have named. Cancelling the task ends the exchange and throws
/// ``TransportError/Kind/interrupted``; completely received data may remain. Nothing that a remote sends is executed.
public struct InstalledGit: Sendable {
    /// The oldest git version that supports everything used here.
    public static let oldestVersion = (major: 2, minor: 26)

    let executable: String
    private let installed: InstalledVersion
    let environment: [String: String]
    let allowsPrompts: Bool
    /// The time without a transfer, in seconds, after which an exchange times out; nil for no limit.
    public var timeout: Int? = Self.usualTimeout
    /// The limits of git processes that receive data from a remote.
    public var limits = ChildLimits.usual
    /// Whether Ctrl-C, SIGTERM and a closed terminal end git and ssh first, and make the exchange throw
    /// ``TransportError/Kind/interrupted``; otherwise these signals keep their previous effect. For programs that run
    /// one exchange at a time.
    public var catchesSignals = false
    /// The shared ssh connection of all runs; nil if each run connects on its own.
    var sharing: SSHSharing?

    /// The default timeout of an exchange, in seconds.
    public static let usualTimeout = 30

    /// Finds git on the search path. The first exchange that needs the version checks whether it is new enough;
    /// ``checkVersion()`` checks it at once.
    ///
    /// - Parameters:
    ///   - environment: The environment for git and ssh; variables that would redirect git are removed from it.
    ///   - allowsPrompts: Whether git and ssh may ask at the terminal, if there is one.
    /// - Throws: ``TransportError/Kind/unsupported`` if git is not found.
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

    /// Returns a copy whose ssh exchanges share one connection per host for the lifetime of the copy. Worthwhile for
    /// more than one exchange. By default each exchange has its own connection.
    public func sharingConnections() -> InstalledGit {
        var git = self
        git.sharing = sharing ?? SSHSharing(environment: environment)
        return git
    }

    /// Asks git for its version.
    ///
    /// - Throws: ``TransportError/Kind/unsupported`` if it is too old, or does not report its version.
    public func checkVersion() throws(TransportError) { _ = try version() }

    /// Returns the version, after checking that it is new enough for everything used here.
    func version() throws(TransportError) -> (major: Int, minor: Int) { try installed.number() }
}
