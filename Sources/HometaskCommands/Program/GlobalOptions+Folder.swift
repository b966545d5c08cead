// SPDX-License-Identifier: Apache-2.0

extension GlobalOptions {
    /// Returns the same options for a family in a known folder.
    func at(_ folder: String) -> GlobalOptions {
        var options = self
        options.directory = folder
        return options
    }
}
