// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskCommands

@Suite("The guide's table of settings")
struct SettingGuideTests {
    /// A setting's possible values, with quoted words as code.
    private func values(_ setting: Setting) -> String {
        setting.values.replacing(#/ '([^']+)'/#) { " `\($0.1)`" }
    }

    @Test("has each setting, its values, its scopes and its default")
    func settings() throws {
        try GuidePage.check("Configuration") { page in
            try page.setRows(
                of: "| setting | values | for | default |",
                to: Setting.allCases.map { setting in
                    [
                        "`\(setting.rawValue)`", values(setting),
                        setting.scopes.map(\.rawValue).joined(separator: ", "), setting.builtIn.map { "`\($0)`" } ?? "",
                    ]
                })
        }
    }
}
