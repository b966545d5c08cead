// SPDX-License-Identifier: Apache-2.0

/// The folders and files of plugins and of the host's data about them, according to the XDG Base Directory
/// Specification, version 0.8.
public struct PluginPlaces: Hashable, Sendable {
    /// The folder with a folder for each installed plugin: `$XDG_DATA_HOME/hometask/plugins`.
    public var installed: String
    /// Other folders that are searched for plugins: one next to the program, and those that `HOMETASK_PLUGIN_PATH`
    /// names.
    public var searched: [String]
    /// The file with this user's decisions about plugins: `$XDG_CONFIG_HOME/hometask/plugins.json`.
    public var decisions: String
    /// The folder for logs, failures and the plugins' own data: `$XDG_STATE_HOME/hometask/plugins`.
    public var state: String

    /// The places according to the environment; nil if there is no home folder.
    ///
    /// - Parameter program: the path of the running program; nil if it is unknown.
    public init?(_ variables: [String: String], program: String?) {
        func base(_ variable: String, _ below: String) -> String? {
            if let path = variables[variable], path.hasPrefix("/") { return path }
            return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(below)" : nil }
        }
        guard let data = base("XDG_DATA_HOME", ".local/share"), let config = base("XDG_CONFIG_HOME", ".config"),
            let state = base("XDG_STATE_HOME", ".local/state")
        else { return nil }
        installed = data + "/hometask/plugins"
        decisions = config + "/hometask/plugins.json"
        self.state = state + "/hometask/plugins"
        let named = variables["HOMETASK_PLUGIN_PATH"]?.split(separator: ":").map(String.init) ?? []
        let beside = program.map { [LocalFile.folder(of: $0) + "/hometask-plugins"] } ?? []
        searched = (named + beside).filter { $0.hasPrefix("/") }
    }

    /// Returns the path of a plugin's log.
    public func log(_ id: String) -> String { "\(state)/\(id)/log" }

    /// Returns the folder that a plugin may write to.
    public func data(_ id: String) -> String { "\(state)/\(id)/data" }

    /// Returns the file with the number of a plugin's failures.
    func failures(_ id: String) -> String { "\(state)/\(id)/failures" }
}
