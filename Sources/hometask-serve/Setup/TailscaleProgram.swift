// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskProcess

/// Tailscale on this machine, which gives it a name with a certificate that browsers trust.
struct TailscaleProgram {
    private let path: String
    private let environment = EnvironmentVariables.all

    /// Finds the installed program.
    ///
    /// - Throws: `ReplicaError` if Tailscale is not installed.
    init() throws {
        guard let path = ProgramPath.find("tailscale", in: EnvironmentVariables.all) else {
            throw ReplicaError(
                .missingProgram, "Tailscale is not installed",
                hint: """
                    Install it by https://tailscale.com/download, log in with 'sudo tailscale up', and run this again.
                    """)
        }
        self.path = path
    }

    /// Returns the address that Tailscale gives to this machine.
    ///
    /// - Throws: `ReplicaError` if the machine is not in a Tailscale network, or that has no certificates.
    func address() async throws -> ServerAddress {
        var run = ProgramRun(path, ["status", "--json", "--peers=false"], environment: environment)
        run.limit = 4 << 20
        let status = (await run.outcome()).flatMap { try? JSON.parse($0.output) }
        guard status?["BackendState"]?.stringValue == "Running" else {
            throw ReplicaError(
                .notConfigured, "this machine is not in a Tailscale network",
                hint: "Log in with 'sudo tailscale up', and run this again.")
        }
        guard case .array(let domains)? = status?["CertDomains"], let domain = domains.first?.stringValue,
            let address = ServerAddress("https://\(domain)")
        else {
            throw ReplicaError(
                .notConfigured, "this Tailscale network has no certificates for HTTPS",
                hint: """
                    Turn on MagicDNS and HTTPS Certificates at https://login.tailscale.com/admin/dns, and run this \
                    again.
                    """)
        }
        return address
    }

    /// Forwards the machine's address to the server, also after a restart. Tailscale may ask the user to agree on the
    /// terminal.
    ///
    /// - Parameter isPublic: whether to forward requests from everywhere, not only from the devices of the network.
    /// - Throws: `ReplicaError` if Tailscale refuses.
    func forward(to port: Int, isPublic: Bool) throws {
        let words = [isPublic ? "funnel" : "serve", "--bg", "\(port)"]
        var start = ProgramStart(path, words, environment: environment, input: 0, output: 2, errors: 2)
        start.leadsSession = false
        var status: Int32 = -1
        if let process = try? start.start() {
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        guard status == 0 else {
            throw ReplicaError(
                .notConfigured, "Tailscale does not forward requests to the server",
                hint: "Allow it once with 'sudo tailscale set --operator=$USER', and run this again.")
        }
    }
}
