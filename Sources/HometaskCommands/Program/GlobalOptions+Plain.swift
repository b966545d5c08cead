// SPDX-License-Identifier: Apache-2.0

extension GlobalOptions {
    /// The options of a command line that sets none of them.
    static var plain: GlobalOptions {
        var options = GlobalOptions()
        options.directory = nil
        options.color = .auto
        return options
    }
}
