// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit

/// The server's address and options for a route.
struct ServedRoute {
    let route: PhoneRoute
    let address: ServerAddress
    private let port: Int
    private let authority: HomeAuthority
    /// The certificate of the server and its key; nil for a route that needs none.
    private let files: (chain: String, key: String, replacesAuthority: Bool)?

    /// Finds out the address, and makes the certificate for the home network.
    ///
    /// - Throws: `ReplicaError` if what the route needs is not there.
    init(_ route: PhoneRoute, at port: Int, authority: HomeAuthority) async throws {
        (self.route, self.port, self.authority) = (route, port, authority)
        switch route {
        case .tailscale: (address, files) = (try await TailscaleProgram().address(), nil)
        case .address(let given): (address, files) = (given, nil)
        case .home(let host):
            address = try ServerAddress.reading("https://\(host):\(port)")
            files = try await authority.issue(for: host)
        }
    }

    /// Sets the options of the server that the route determines.
    func apply(to server: inout RunCommand) {
        (server.port, server.url) = (port, address)
        (server.tlsCert, server.tlsKey) = (files?.chain, files?.key)
        server.behindProxy = files == nil
        // Where there is IPv6, `::` takes requests to both kinds of addresses.
        server.host = files == nil ? "127.0.0.1" : address.authority.hasPrefix("[") ? "::" : "0.0.0.0"
    }

    /// Returns the lines that say what is to be done before a phone joins, commands indented.
    var preparation: [String] {
        guard files != nil else { return [] }
        let once =
            files?.replacesAuthority == true
            ? "This machine's certificate is another one than before: each phone has to install it before it opens the link."
            : "Each phone has to install this certificate once, before it opens the link; send it by e-mail, say:"
        return [
            once, "  \(Console.safe(authority.copy()))",
            "iPhone: open the file. Settings, General, VPN & Device Management: install it. Settings, General, About, "
                + "Certificate Trust Settings: turn it on.",
            "Android: search the settings for \"CA certificate\", and install the file there. Names that end in .local need "
                + "Android 12.",
            "If a firewall runs on this machine, it has to let port \(port) in. The server's own certificate is valid for "
                + "820 days; the same command renews it.",
        ]
    }

    /// Returns the lines that say what is to be done if the page is not found at the address, commands indented.
    var remedy: [String] {
        let again = [
            "When that is done, 'hometask serve check' checks again, and 'hometask serve invite NAME' prints a link for a "
                + "phone."
        ]
        guard case .address = route else { return again }
        return [
            "Have a proxy or a tunnel forward \(address) to http://127.0.0.1:\(port). With Caddy on this machine, which "
                + "gets the certificate by itself:",
            "  sudo apt install caddy",
            "  printf '\(address) {\\n    reverse_proxy 127.0.0.1:\(port)\\n}\\n' | sudo tee -a /etc/caddy/Caddyfile",
            "  sudo systemctl reload caddy",
            "The domain's DNS has to name your router's public address, and the router has to forward the ports 80 and "
                + "443 to this machine.",
        ] + again
    }
}
