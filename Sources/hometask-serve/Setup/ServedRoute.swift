// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit

/// The server's address and options for a route.
struct ServedRoute {
    let route: PhoneRoute
    let address: ServerAddress
    /// The options of the server, without the families.
    let words: [String]
    private let port: Int
    private let authority: HomeAuthority

    /// Finds out the address, and makes the certificate for the home network.
    ///
    /// - Throws: `ReplicaError` if what the route needs is not there.
    init(_ route: PhoneRoute, at port: Int, authority: HomeAuthority) async throws {
        (self.route, self.port, self.authority) = (route, port, authority)
        switch route {
        case .tailscale:
            address = try await TailscaleProgram().address()
            words = ["--port", "\(port)", "--url", "\(address)", "--behind-proxy"]
        case .address(let given):
            address = given
            words = ["--port", "\(port)", "--url", "\(address)", "--behind-proxy"]
        case .home(let host):
            address = try ServerAddress.reading("https://\(host):\(port)")
            let files = try await authority.issue(for: host)
            words = [
                "--host", "0.0.0.0", "--port", "\(port)", "--url", "\(address)", "--tls-cert", files.chain, "--tls-key",
                files.key,
            ]
        }
    }

    /// Returns the lines that say what is left to do, commands indented.
    ///
    /// - Parameter isUsable: whether the check found the page at the address.
    func steps(isUsable: Bool) -> [String] {
        switch route {
        case .home: phoneSteps
        case .address where !isUsable: proxySteps
        case .address, .tailscale: isUsable ? [] : [Self.again]
        }
    }

    private static let again =
        "When that is done, 'hometask serve check' checks again, and 'hometask serve invite NAME' prints a link for a phone."

    /// The steps for each phone to trust the machine's authority.
    private var phoneSteps: [String] {
        [
            "Each phone has to install this certificate once, before it opens the link; send it by e-mail, say:",
            "  \(Console.safe(authority.copy()))",
            "iPhone: open the file. Settings, General, VPN & Device Management: install it. Settings, General, About, "
                + "Certificate Trust Settings: turn it on.",
            "Android: search the settings for \"CA certificate\", and install the file there. Names that end in .local need "
                + "Android 12.",
            "It vouches for \(address.name ?? address.authority) alone. If a firewall runs on this machine, it has to let "
                + "port \(port) in. The server's own certificate is valid for 820 days; the same command renews it.",
        ]
    }

    private var proxySteps: [String] {
        [
            "Have a proxy or a tunnel forward \(address) to http://127.0.0.1:\(port). With Caddy on this machine, which "
                + "gets the certificate by itself:",
            "  sudo apt install caddy",
            "  printf '\(address) {\\n    reverse_proxy 127.0.0.1:\(port)\\n}\\n' | sudo tee -a /etc/caddy/Caddyfile",
            "  sudo systemctl reload caddy",
            "The domain's DNS has to name your router's public address, and the router has to forward the ports 80 and "
                + "443 to this machine.",
            Self.again,
        ]
    }
}
