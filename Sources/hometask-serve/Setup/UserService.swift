// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// The server as a service of the user's systemd.
struct UserService {
    private let systemctl: String
    private let environment = EnvironmentVariables.all

    /// The time for the server to listen after its start, in seconds.
    private static let patience = 20

    /// Finds the user's systemd; nil if it is not running, as in a container.
    static func find() -> UserService? {
        guard let path = ProgramPath.find("systemctl", in: EnvironmentVariables.all) else { return nil }
        let service = UserService(systemctl: path)
        return service.run(["daemon-reload"]).isEmpty ? service : nil
    }

    private init(systemctl: String) { self.systemctl = systemctl }

    /// Checks that the service can listen at a local port.
    ///
    /// - Parameter former: the port of the unit that is installed; nil if there is none.
    /// - Throws: `ReplicaError` if another program listens there.
    func requireFree(_ port: Int, former: Int?) throws {
        guard Self.isListening(at: port), former != port || !isActive else { return }
        throw ReplicaError(
            .notConfigured, "another program listens at port \(port) already",
            hint: "End it, or choose another port with 'hometask serve setup --port'.")
    }

    private var isActive: Bool { run(["is-active", "--quiet", ServiceUnit.name]).isEmpty }

    /// Starts the service now and whenever the user's systemd starts, and waits until it listens at a local port. A
    /// running service is restarted, with the options of its unit.
    ///
    /// - Throws: `ReplicaError` if it does not start.
    func start(at port: Int) async throws {
        for words in [["daemon-reload"], ["enable", ServiceUnit.name], ["restart", ServiceUnit.name]] {
            let complaint = run(words)
            guard complaint.isEmpty else { throw Self.fault(complaint) }
        }
        for _ in 0..<Self.patience * 10 {
            if Self.isListening(at: port), isActive { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Self.fault("it does not listen at port \(port)")
    }

    /// Lets the service run while the user is not logged in.
    ///
    /// - Returns: whether it does so from now on.
    func linger() -> Bool {
        guard let path = ProgramPath.find("loginctl", in: environment) else { return false }
        return (try? ProgramRun(path, ["enable-linger"], environment: environment).run([]))?.isSuccess ?? false
    }

    /// Runs systemctl, and returns its complaint; empty if it succeeded.
    private func run(_ words: [String]) -> String {
        guard let outcome = try? ProgramRun(systemctl, ["--user"] + words, environment: environment).run([]) else {
            return "systemctl cannot be started"
        }
        return outcome.isSuccess ? "" : outcome.complaint ?? "systemctl \(outcome.words)"
    }

    private static func fault(_ reason: String) -> ReplicaError {
        ReplicaError(
            .notConfigured, "the server's service did not start: \(reason)",
            hint: "'systemctl --user status \(ServiceUnit.name)' shows what it says.")
    }

    /// Returns whether a program on this machine accepts connections at a port.
    private static func isListening(at port: Int) -> Bool {
        let descriptor = socket(AF_INET, Platform.stream, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
