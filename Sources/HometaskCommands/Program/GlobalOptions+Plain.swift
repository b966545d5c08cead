// SPDX-License-Identifier: Apache-2.0

extension GlobalOptions {
    /// The default values of the options.
    static var plain: GlobalOptions {
        var options = GlobalOptions()
        options.directory = nil
        options.color = .auto
        return options
    }
}
