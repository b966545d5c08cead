// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

extension SettingStore {
    /// The invalid settings of this device and this user. Commands ignore unreadable values and unknown names, so no
    /// other command reports a mistake in a hand-written file.
    var findings: [Finding] {
        [SettingScope.device, .user].flatMap { scope in
            Setting.allCases.compactMap { fault(of: $0, at: scope) } + unknown(at: scope)
        }
    }

    private func unknown(at scope: SettingScope) -> [Finding] {
        let known = Setting.allCases.map(\.rawValue)
        let names =
            scope == .user ? Array(user.values.keys) + user.misshapen : device.members.map { $0.0.string }
        return names.filter { !known.contains($0) }.sorted().map { name in
            let nearest = Spelling.nearest(to: name, among: known).map { " Did you mean ‘\($0)’?" } ?? ""
            return Finding(
                .advice, "setting", message: "‘\(name)’ is set \(scope.words), but there is no such setting",
                hint: "'hometask config list' shows the settings.\(nearest)")
        }
    }

    /// Returns why a value is invalid and ignored; nil if it is valid.
    private func reason(of setting: Setting, at scope: SettingScope) -> String? {
        let isMisshapen =
            scope == .user
            ? user.misshapen.contains(setting.rawValue)
            : device[setting.rawValue].map { $0.stringValue == nil } == true
        if isMisshapen { return "its value is not a string" }
        guard let value = value(of: setting, at: scope) else { return nil }
        do {
            _ = try setting.checked(value, environment)
            return nil
        } catch {
            return (error as? ReplicaError)?.message ?? "\(error)"
        }
    }

    private func fault(of setting: Setting, at scope: SettingScope) -> Finding? {
        guard let reason = reason(of: setting, at: scope) else { return nil }
        let command = "hometask config set\(scope == .user ? " --user" : "") \(setting.rawValue) VALUE"
        return Finding(
            .problem, "setting", message: "\(setting.rawValue), set \(scope.words), is ignored: \(reason)",
            hint: "Set another one with '\(command)'; it can be: \(setting.values).")
    }
}
