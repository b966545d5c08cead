// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import Testing

@Suite("Server addresses")
struct ServerAddressTests {
    @Test(
        "An address is a scheme, a host and a port, in lower case and without the default port",
        arguments: [
            ("https://home.example", "https://home.example"), ("HTTPS://Home.Example:443/", "https://home.example"),
            ("http://home.example:80", "http://home.example"), ("http://home.example:443", "http://home.example:443"),
            ("https://192.0.2.1:08420", "https://192.0.2.1:8420"), ("https://[::1]", "https://[::1]"),
            ("https://[2001:DB8::1]:443", "https://[2001:db8::1]"), ("http://[::1]:8420", "http://[::1]:8420"),
            ("https://[2001:db8:0:0:0:0:0:1]", "https://[2001:db8::1]"), ("https://[0::0]", "https://[::]"),
            ("https://[1:0:0:2:0:0:0:3]", "https://[1:0:0:2::3]"), ("https://[1:0:2::]", "https://[1:0:2::]"),
            ("https://[1:0:2:3:4:5:6:7]", "https://[1:0:2:3:4:5:6:7]"),
            ("https://[::ffff:192.0.2.1]:1", "https://[::ffff:c000:201]:1"),
            ("https://1.example", "https://1.example"), ("https://0x7f.0xg", "https://0x7f.0xg"),
            ("https://xn--huschen-5wa.example", "https://xn--huschen-5wa.example"),
        ])
    func read(text: String, address: String) {
        #expect(ServerAddress(text)?.description == address)
    }

    @Test(
        "An invalid address is refused",
        arguments: [
            "", "home.example", "ftp://home.example", "https://", "https:///", "https://:8420",
            "https://home.example/a", "https://home.example?a", "https://tom@home.example", "https://[::1",
            "https://[::1]8420",
            "https://[]", "https://[home.example]", "https://[192.0.2.1]", "https://::1", "https://home.example:",
            "https://a:b:1",
            "https://home.example:0", "https://home.example:65536", "https://home.example:+1", "https://]",
            "https://.example", "https://-", "https://häuschen.example", "https://home..example",
            "https://home.example.", "https://home-.example", "https://-home.example", "https://my_home.example",
            "https://\(String(repeating: "a", count: 64)).example",
            "https://\(String(repeating: "abcdefgh.", count: 28))example",
            // Other notations of an IPv4 address, for browsers.
            "http://127.1:8420", "http://127.1", "http://2130706433", "http://0x7f000001", "http://127.0.0.0x1",
            "http://127.0.0.01", "http://1.2.3.4.5", "http://256.0.0.1", "http://home.1", "http://127.0.0.1.",
        ])
    func refused(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test("This machine and the unspecified address are recognised in every notation")
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

    @Test(
        "A listening host is formatted as in browsers",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f.2", "127.0.0.2"), ("0::1", "[::1]"),
            ("FE80::1", "[fe80::1]"), ("fe80::1%eth0", "[fe80::1%eth0]"), ("home", "home"), ("", ""),
        ])
    func notation(host: String, written: String) {
        #expect(ServerAddress.notation(of: host) == written)
    }
}
