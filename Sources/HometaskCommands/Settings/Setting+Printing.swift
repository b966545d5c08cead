// SPDX-License-Identifier: Apache-2.0

extension Setting {
    /// Prints the setting in force after a change, as JSON.
    func printNow(_ global: GlobalOptions) async throws {
        let store = try await SettingStore.open(global)
        try store.output.print(SettingJSON.value(self, store))
    }
}
