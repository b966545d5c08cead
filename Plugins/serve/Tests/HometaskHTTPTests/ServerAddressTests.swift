// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import Testing

@Suite("Addresses of servers")
struct ServerAddressTests {
    @Test(
        "An address is a scheme, a host and a port, in lower case and without the port of the scheme",
        arguments: [
            ("https://home.example", "https://home.example"), ("HTTPS://Home.Example:443/", "https://home.example"),
            ("http://home.example:80", "http://home.example"), ("http://home.example:443", "http://home.example:443"),
            ("https://192.0.2.1:08420", "https://192.0.2.1:8420"), ("https://[::1]", "https://[::1]"),
            ("https://[2001:DB8::1]:443", "https://[2001:db8::1]"), ("http://[::1]:8420", "http://[::1]:8420"),
        ])
    func read(text: String, address: String) {
        #expect(ServerAddress(text)?.description == address)
    }

    @Test(
        "What no server can have as its address is none",
        arguments: [
            "", "home.example", "ftp://home.example", "https://", "https:///", "https://:8420",
            "https://home.example/a", "https://home.example?a", "https://tom@home.example", "https://[::1",
            "https://[::1]8420",
            "https://[]", "https://[home.example]", "https://[192.0.2.1]", "https://::1", "https://home.example:",
            "https://a:b:1",
            "https://home.example:0", "https://home.example:65536", "https://home.example:+1", "https://]",
            "https://.example", "https://-", "https://häuschen.example",
        ])
    func refused(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test("This machine is known by its names, and the unspecified address in every notation")
    func kinds() {
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "[0:0:0:0:0:0:0:1]"] {
            #expect(ServerAddress("http://\(host):8420")?.isOfThisMachine == true, "\(host)")
        }
        for host in ["home.example", "localhost.example", "127.0.0.1.example", "192.0.2.1", "[::2]", "0.0.0.0"] {
            #expect(ServerAddress("http://\(host):8420")?.isOfThisMachine == false, "\(host)")
        }
        for host in ["0.0.0.0", "0", "::", "0::0"] { #expect(ServerAddress.isUnspecified(host), "\(host)") }
        for host in ["127.0.0.1", "::1", "localhost", "", "0.example"] {
            #expect(!ServerAddress.isUnspecified(host), "\(host)")
        }
        #expect(ServerAddress("https://0.0.0.0:8420")?.isUnspecified == true)
        #expect(ServerAddress("https://[::]")?.isUnspecified == true)
        #expect(ServerAddress("https://home.example")?.isUnspecified == false)
    }
}
