// SPDX-License-Identifier: Apache-2.0

import CProcess

/// The version of the programs.
public enum ProgramVersion {
    /// The number, according to Semantic Versioning.
    public static let number = "0.1.0"

    /// The number, with the commit that a package was built from: `0.1.0 (166dd834d1c8)`.
    public static var text: String {
        let commit = String(cString: hometask_commit())
        return commit.isEmpty ? number : "\(number) (\(commit))"
    }
}
