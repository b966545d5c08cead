// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option for the timeout of silent remotes.
struct TimeoutOption: ParsableArguments {
    /// The maximum: a day, in seconds.
    static let most = 86_400

    @Option(
        help: ArgumentHelp(
            "Close a connection after this many seconds without data; 0 for no limit.",
            discussion: "The default is 30, or the setting 'timeout'.", valueName: "seconds"))
    var timeout: Int?

    func validate() throws {
        guard let timeout, !(0...Self.most).contains(timeout) else { return }
        throw ValidationError("--timeout is out of range: choose 0 to \(Self.most) seconds")
    }

    /// Returns the time in seconds: the option's value, otherwise the setting.
    func seconds(_ settings: Settings) -> Int { timeout ?? settings.timeout }
}
