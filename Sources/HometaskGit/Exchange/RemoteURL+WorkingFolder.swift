// SPDX-License-Identifier: Apache-2.0

extension RemoteURL {
    /// The values of `receive.denyCurrentBranch` that make git accept a push into a working tree.
    private static let takingSettings = ["false", "ignore", "warn", "updateinstead", "no", "off", "0"]

    /// Returns the working tree at an address on this machine, if git would refuse a push to its checked-out branch;
    /// nil if the address has no working tree, or if its settings allow the push.
    public static func workingFolder(at address: String) -> String? {
        guard let path = localPath(address), let repository = try? Repository.open(at: path),
            let folder = repository.workingDirectory
        else { return nil }
        let setting = (try? repository.configuration.value(of: "receive.denyCurrentBranch"))?.lowercased() ?? "refuse"
        return takingSettings.contains(setting) ? nil : folder
    }
}
