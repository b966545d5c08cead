// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskHashing
import HometaskPlatform
import HometaskProcess
import HometaskSystem
import HometaskWebPush

/// Sends requests to push services with curl, which uses this machine's proxies and certificate authorities.
///
/// Because the phone supplies the endpoint, curl connects only to public addresses: the host name is resolved here, and
/// curl is given the addresses found to be public. If there is a proxy, it resolves names itself and decides what can
/// be reached.
struct PushProgram: PushTransport {
    /// The environment variables for curl's proxy and certificate authorities. Proxy exceptions (`no_proxy`) are not
    /// passed on, because curl would resolve the excepted names itself.
    private static let proxies = ["https_proxy", "HTTPS_PROXY"]
    private static let variables = proxies + ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"]
    /// Proxies for which curl resolves names itself.
    private static let unresolving = ["socks4:", "socks5:"]

    /// The path of `curl`, found in the folders of `PATH`.
    private let path: String
    /// The folder for request bodies that are being sent.
    private let folder: String
    private let environment: [String: String]

    /// Finds curl; returns nil if it is not installed.
    ///
    /// - Parameter folder: the folder for request bodies that are being sent; created if absent.
    static func find(in folder: String) throws -> PushProgram? {
        let environment = CurrentUser.environment(passing: variables)
        guard let path = ProgramPath.find("curl", in: environment) else { return nil }
        try FamilyOptions.make(folder, mode: 0o700)
        return PushProgram(path: path, folder: folder, environment: environment)
    }

    /// Whether a proxy resolves host names.
    private var hasProxy: Bool {
        let proxy = Self.proxies.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        return !proxy.isEmpty && !Self.unresolving.contains { proxy.lowercased().hasPrefix($0) }
    }

    func send(_ request: PushRequest) async throws(ServiceFault) -> PushOutcome {
        let host = request.endpoint.host
        let outcome = await BlockingWork.run { () -> Result<ProgramRun.Outcome, ServiceFault> in
            Result { () throws(ServiceFault) in try send(request, host) }
        }
        guard let outcome else { throw ServiceFault("no thread can be started") }
        let run = try outcome.get()
        guard run.isSuccess else { throw ServiceFault("\(host) cannot be reached: curl \(run.words)") }
        // The status code, and `Retry-After` if the response has it.
        let words = String(decoding: run.output, as: UTF8.self).split(separator: " ")
        guard let status = words.first.flatMap({ Int($0) }) else { throw ServiceFault("\(host) gave no answer") }
        return PushOutcome(status: status, retryAfter: words.dropFirst().first.map { String($0) })
    }

    private func send(_ request: PushRequest, _ host: String) throws(ServiceFault) -> ProgramRun.Outcome {
        let addresses = hasProxy ? [] : try Self.publicAddresses(of: host)
        // One file per phone suffices, because each phone gets one message at a time, and bounds the files that a
        // killed server leaves behind.
        let file = "\(folder)/\(SHA256.hexDigest(Array(request.endpoint.text.utf8)))"
        unlink(file)
        defer { unlink(file) }
        do {
            try WholeFile.create(file, with: request.body, mode: 0o600)
        } catch {
            throw ServiceFault("the message cannot be written for curl: \(error)")
        }
        let run = ProgramRun(path, ["-q", "--config", "-"], environment: environment)
        do throws(SystemError) {
            return try run.run(Array(configuration(of: request, in: file, addresses: addresses).utf8))
        } catch {
            throw ServiceFault("curl cannot be started: \(error)")
        }
    }

    /// Returns the configuration that curl reads from standard input, which keeps addresses and tokens out of the
    /// process list.
    private func configuration(of request: PushRequest, in file: String, addresses: [String]) -> String {
        var options = [
            ("url", request.endpoint.text), ("proto", "=https"), ("request", "POST"), ("data-binary", "@\(file)"),
            ("header", "Expect:"), ("user-agent", "hometask"), ("output", "/dev/null"),
            ("write-out", "%{http_code} %header{retry-after}"), ("connect-timeout", "10"), ("max-time", "20"),
            ("max-filesize", "65536"), ("noproxy", ""),
        ]
        options += request.headers.map { ("header", "\($0.name): \($0.value)") }
        if !addresses.isEmpty {
            options.append(("resolve", "\(request.endpoint.host):443:\(addresses.joined(separator: ","))"))
        }
        let lines = options.map { "\($0) = \"\(Self.escaped($1))\"\n" }
        return "silent\ngloboff\nno-location\n" + lines.joined()
    }

    /// Escapes a value for a quoted string in curl's `--config` files. No value contains a control character.
    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }

    /// Resolves a host to its public addresses.
    ///
    /// - Throws: ``ServiceFault`` if the host has none.
    static func publicAddresses(of host: String) throws(ServiceFault) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Platform.stream
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "443", &hints, &list)
        guard status == 0 else {
            throw ServiceFault("\(host) cannot be found: \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let entry else { break }
            guard let (address, text) = Self.address(in: entry.pointee), address.isPublic else { continue }
            if !found.contains(text) { found.append(text) }
        }
        if found.isEmpty { throw ServiceFault("\(host) is not a machine of the internet") }
        return found
    }

    private static func address(in entry: addrinfo) -> (NetworkAddress, String)? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard let name = entry.ai_addr,
            getnameinfo(name, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let bytes: [UInt8]
        switch entry.ai_family {
        case AF_INET:
            bytes = name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = name.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
        let shown = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return NetworkAddress(bytes).map { ($0, entry.ai_family == AF_INET6 ? "[\(shown)]" : shown) }
    }
}
