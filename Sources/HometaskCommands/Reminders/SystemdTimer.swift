// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskReplica

/// A timer of the user's systemd instance, and the service that it starts.
struct SystemdTimer {
    private let name: String
    private let environment: CommandEnvironment

    init(_ name: String, _ environment: CommandEnvironment) {
        self.name = name
        self.environment = environment
    }

    var path: String { (try? "\(units())/\(name).timer") ?? "\(name).timer" }

    /// The commands that start the timer.
    var commands: [String] { ["systemctl --user daemon-reload", "systemctl --user enable --now \(name).timer"] }

    /// Writes both units and starts the timer.
    ///
    /// - Returns: why the timer does not run; nil if it runs.
    func install(program: String, folder: String, minutes: Int) throws -> String? {
        let units = try self.units()
        try TextFile.writeFile(
            "\(units)/\(name).service", Array(Self.service(program: program, folder: folder).utf8), mode: 0o644)
        try TextFile.writeFile("\(units)/\(name).timer", Array(Self.timer(minutes: minutes).utf8), mode: 0o644)
        let systemctl = HelperProgram("systemctl", environment)
        for words in [["daemon-reload"], ["enable", "--now", "\(name).timer"], ["restart", "\(name).timer"]] {
            let status = systemctl.run(["--user"] + words).status
            guard let status, status != 127 else { return "the program systemctl is not installed" }
            if status != 0 {
                return "'systemctl --user \(words.joined(separator: " "))' ended with the exit code \(status)"
            }
        }
        return nil
    }

    /// Stops the timer and removes both units.
    ///
    /// - Returns: whether there were any.
    func uninstall() throws -> Bool {
        let units = try self.units()
        let paths = ["\(units)/\(name).timer", "\(units)/\(name).service"]
        guard paths.contains(where: { access($0, F_OK) == 0 }) else { return false }
        let systemctl = HelperProgram("systemctl", environment)
        _ = systemctl.run(["--user", "disable", "--now", "\(name).timer"])
        paths.forEach(TextFile.remove)
        _ = systemctl.run(["--user", "daemon-reload"])
        return true
    }

    /// Returns the folder of the user's units.
    private func units() throws -> String {
        if let folder = environment.variables["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/systemd/user"
        }
        guard let home = environment.variables["HOME"], home.hasPrefix("/") else {
            throw ReplicaError(
                .notConfigured, "there is no home folder for the timer",
                hint: "Set the environment variable HOME.")
        }
        return home + "/.config/systemd/user"
    }

    private static func service(program: String, folder: String) -> String {
        """
        # Written by 'hometask remind --install'; 'hometask remind --uninstall' removes it.
        [Unit]
        Description=Reminders of hometask

        [Service]
        Type=oneshot
        ExecStart=\(quoted(program)) remind --unattended -C \(quoted(folder))

        """
    }

    /// Returns the timer counts from the end of the previous run, so that two runs never overlap. After the machine was
    /// suspended, the timer continues to count.
    private static func timer(minutes: Int) -> String {
        """
        # Written by 'hometask remind --install'; 'hometask remind --uninstall' removes it.
        [Unit]
        Description=Reminders of hometask, every \(minutes) min

        [Timer]
        OnActiveSec=1s
        OnUnitInactiveSec=\(minutes)min
        AccuracySec=10s

        [Install]
        WantedBy=timers.target

        """
    }

    /// Quotes a word for a command line in systemd.service(5), and doubles the characters that systemd would expand.
    private static func quoted(_ word: String) -> String {
        var text = "\""
        for character in word {
            switch character {
            case "\"", "\\": text += "\\\(character)"
            case "%", "$": text += "\(character)\(character)"
            default: text.append(character)
            }
        }
        return text + "\""
    }
}
