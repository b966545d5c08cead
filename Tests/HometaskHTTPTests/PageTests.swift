// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP
@testable import HometaskWeb

@Suite("The page", .serialized)
struct PageTests {
    /// A stub engine: only the magic number.
    private static let files = PageFiles(engine: [0x00, 0x61, 0x73, 0x6D], compressed: [0x8B])

    @Test("Every file of the page is public, with its media type and a strict content security policy")
    func files() async throws {
        try await TestServer.with(page: Self.files) { server in
            let types = [
                "/": "text/html; charset=utf-8", "/join": "text/html; charset=utf-8",
                "/home.js": "text/javascript; charset=utf-8", "/worker.js": "text/javascript; charset=utf-8",
                "/page.css": "text/css; charset=utf-8", "/icon.svg": "image/svg+xml",
                "/engine.wasm": "application/wasm",
            ]
            for (path, type) in types {
                let answer = try await server.client.send("GET", path)
                #expect(answer.status == 200 && answer.header("content-type") == type)
                let policy = try #require(answer.header("content-security-policy"))
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-"))
                #expect(policy.contains("; style-src 'self' '\(PageFiles.inlineStyle)'; "))
                #expect(policy.hasSuffix("; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe-inline") && !policy.contains("http"))
                #expect(answer.header("cache-control") == "no-cache")
            }
            let whole = try await server.client.send("GET", "/join")
            let head = try await server.client.send("HEAD", "/join")
            #expect(head.status == 200 && head.body.isEmpty && head.header("etag") == whole.header("etag"))
            #expect(head.header("content-length") == "\(whole.body.count)")
            let missing = try await server.client.send("GET", "/page.html")
            #expect(missing.status == 404)
        }
    }

    @Test("An unchanged file is not sent again, and files are compressed in an encoding that the browser accepts")
    func caching() async throws {
        try await TestServer.with(page: Self.files) { server in
            let tag = try #require(try await server.client.send("GET", "/home.js").header("etag"))
            let again = try await server.client.send("GET", "/home.js", headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            let known = ["\"other\", \(tag)", "W/\(tag)", "\"other\",W/\(tag) , W/\"third\"", " * "]
            let unknown = ["\"other\"", "", ",", String(tag.dropLast()), "w/\(tag)", "W/"]
            for tags in known + unknown {
                let answer = try await server.client.send("GET", "/home.js", headers: ["If-None-Match": tags])
                #expect(answer.status == (known.contains(tags) ? 304 : 200), "\(tags)")
            }
            for coding in ["br", "gzip"] {
                let headers = ["Accept-Encoding": coding, "If-None-Match": tag]
                let other = try await server.client.send("GET", "/home.js", headers: headers)
                #expect(other.status == 200 && other.header("etag") == "\(tag.dropLast())-\(coding)\"")
            }
            let compressed = try await server.client.send(
                "GET", "/engine.wasm", headers: ["Accept-Encoding": "gzip, br"])
            #expect(compressed.header("content-encoding") == "br" && compressed.header("vary") == "Accept-Encoding")
            let plain = try await server.client.send("GET", "/engine.wasm", headers: ["Accept-Encoding": "gzip"])
            #expect(plain.header("content-encoding") == nil && plain.header("content-length") == "4")
            for (accepted, coding, program) in [("gzip, br", "br", "brotli"), ("gzip", "gzip", "gzip")] {
                let script = try await server.client.send("GET", "/home.js", headers: ["Accept-Encoding": accepted])
                #expect(script.header("content-encoding") == coding)
                #expect(try decompressed(script.body, by: program) == Self.files.file(at: "/home.js")?.bytes)
            }
        }
    }

    @Test("The document embeds the messages of the requested language, compressed or not")
    func documentLanguage() async throws {
        try await TestServer.with(page: Self.files) { server in
            for (wanted, language, word) in [("de-AT, en;q=0.5", "de", "Erledigt"), ("xx", "en", "1 day in a row")] {
                let headers = ["Accept-Language": wanted]
                let plain = try await server.client.send("GET", "/", headers: headers)
                let text = String(decoding: plain.body, as: UTF8.self)
                #expect(text.contains("id=\"messages\" lang=\"\(language)\"") && text.contains(word))
                #expect(plain.header("etag") == "\"\(Self.files.version)-\(language)\"")
                #expect(plain.header("vary") == "Accept-Encoding, Accept-Language")
                let small = try await server.client.send(
                    "GET", "/", headers: headers.merging(["Accept-Encoding": "br"]) { $1 })
                #expect(try decompressed(small.body, by: "brotli") == plain.body)
            }
        }
    }

    /// Decompresses bytes with another program.
    private func decompressed(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
        let process = ChildProgram(program, ["-dc"])
        let (input, output) = (Pipe(), Pipe())
        try process.start(input: .pipe(input), output: .pipe(output))
        input.fileHandleForWriting.write(Data(bytes))
        input.fileHandleForWriting.closeFile()
        let whole = output.fileHandleForReading.readDataToEndOfFile()
        #expect(process.wait() == 0)
        return Array(whole)
    }

    @Test("A long exchange answer is compressed if accepted, with the same content")
    func longAnswers() async throws {
        try await TestServer.with { server in
            for number in 0..<20 { try await server.add("Task \(number)") }
            let phone = try await server.phone(of: server.mia)
            let request = phone.request()
            let plain = try await phone.send("POST", "/exchange", body: request)
            #expect(plain.header("content-encoding") == nil)
            // A repetition of the same request, as after a lost answer.
            let short = try await phone.send("POST", "/exchange", headers: ["Accept-Encoding": "gzip"], body: request)
            #expect(short.header("content-encoding") == "gzip" && short.body.count < plain.body.count / 2)
            let members = try JSONObject.parse(decompressed(short.body, by: "gzip"))
            #expect(members["docs"] == plain.json["docs"])
        }
    }

    @Test("The worker caches every file of the page, and changes with any file's version")
    func worker() throws {
        let worker = try String(decoding: #require(Self.files.file(at: "/worker.js")).bytes, as: UTF8.self)
        // The style sheet is in the document; only plain pages, which need the server, load it.
        let others = ["/worker.js", "/join", "/page.css"]
        for path in Self.files.paths {
            #expect(worker.contains("\"\(path)\"") == !others.contains(path), "the worker and \(path)")
        }
        #expect(worker.contains(Self.files.version) && !worker.contains("@VERSION@"))
        #expect(PageFiles(engine: [0x00, 0x61, 0x73, 0x6D, 0x01]).version != Self.files.version)
    }

    @Test("Scripts are sent without comments and indentation, and all other lines keep their line numbers")
    func comments() throws {
        let folder = Self.project + "/Sources/HometaskWeb/Page"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".js") }
        #expect(names.count > 20)
        for name in names {
            let whole = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            let source = whole.components(separatedBy: "\n")
            let text = String(decoding: PageScript.minified(Array(whole.utf8)), as: UTF8.self)
            let sent = text.components(separatedBy: "\n")
            #expect(sent.count == source.count && sent.joined().count > 20)
            for (line, original) in zip(sent, source) {
                let text = original.drop { $0 == " " }
                if line == text {
                    // A multi-line literal would lose its indentation.
                    #expect(line.count { $0 == "`" } % 2 == 0, "\(name): \(original)")
                    continue
                }
                let isComment = ["//", "/**", "*"].contains { text.hasPrefix($0) }
                #expect(line.isEmpty && isComment, "\(name): \(original)")
            }
            let left = sent.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("//") || $0.hasPrefix("*") }
            #expect(left.isEmpty, "\(name): \(left)")
        }
    }

    @Test("The offline shell is at most 60 kB compressed, excluding the engine and the map")
    func shell() throws {
        func weight(_ path: String, in language: String = "en") throws -> Int {
            let file = try #require(Self.files.file(at: path, in: language))
            return try #require(Brotli.compressed(file.bytes)).count
        }
        let others = Self.files.paths.filter { path in
            !["/map/", "/languages/"].contains { path.hasPrefix($0) }
                && !["/", "/join", "/page.css", "/engine.wasm"].contains(path)
        }
        #expect(others.contains("/worker.js") && others.contains("/values.js"))
        let files = try others.reduce(0) { try $0 + weight($1) }
        for (language, _) in PageLanguages.files {
            let document = try weight("/", in: language)
            #expect(files + document <= 60_000, "\(language): \(files) and \(document) bytes")
        }
    }

    @Test("The map's files are not part of the initial page, and include their licences")
    func map() throws {
        func text(_ path: String) throws -> String {
            try String(decoding: #require(Self.files.file(at: path)).bytes, as: UTF8.self)
        }
        // The embedded style sheet has a rule for the map.
        let document = try text("/").replacing(text("/page.css"), with: "")
        #expect(document.contains("\"/page.js\"") && !document.contains("/map"))
        let paths = Self.files.paths.filter { $0.hasPrefix("/map/") }
        #expect(paths.count == 7)
        for path in paths where path.hasSuffix(".js") || path.hasSuffix(".css") {
            #expect(try !text(path).contains("sourceMappingURL"), "\(path) names a file that is not there")
        }
        let credits = try text("/map/credits.txt")
        for name in [
            "Natural Earth", "GeoNames", "Creative Commons", "BSD-2-Clause", "Leaflet.markercluster",
            // The authors named by the licences.
            "Agafonkin", "Leaver",
        ] {
            #expect(credits.contains(name), "\(name)")
        }
        #expect(Self.files.file(at: "/map/layer.bin")?.bytes.starts(with: Array("HMAP".utf8)) == true)
    }

    @Test("The page refers to no other sites")
    func references() throws {
        // Addresses in Leaflet's comments are never requested, as the browser tests show.
        for path in Self.files.paths where path != "/engine.wasm" && !path.hasPrefix("/map/") {
            let text = try String(decoding: #require(Self.files.file(at: path)).bytes, as: UTF8.self)
            let addresses = text.matches(of: /https?:\/\/[^\s"'<)]+/).map { String($0.0) }
            #expect(addresses.filter { $0 != "http://www.w3.org/2000/svg" }.isEmpty, "\(path): \(addresses)")
        }
    }

    @Test("Every language has exactly the page's messages, with the same placeholders")
    func languages() throws {
        func text(_ path: String) throws -> String {
            try String(decoding: #require(Self.files.file(at: path)).bytes, as: UTF8.self)
        }
        var words: Set<String> = []
        for path in Self.files.paths where path == "/" || path.hasSuffix(".js") && !path.hasPrefix("/map/") {
            words.formUnion(Self.messages(in: try text(path)))
        }
        // The server's plain pages use the same messages.
        let folder = Self.project + "/Sources/HometaskHTTP"
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        let plain = try sources.map { name in
            Self.messages(in: try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
        }
        #expect(plain.joined().count > 40)
        let ofServer = Set(plain.joined()).subtracting(words)
        #expect(words.count > 80 && ofServer.count > 10)
        func values(in text: String) -> Set<String> { Set(text.matches(of: /\{\w+\}/).map { String($0.0) }) }
        let files = Self.files.paths.filter { $0.hasPrefix("/languages/") }
        #expect(files.count >= 5)
        for (code, bytes) in PageLanguages.files where code != "en" {
            let messages = try #require(JSONObject.parse(bytes)["server"]?.objectValue)
            #expect(Set(messages.keys.map { "\($0)" }) == ofServer, "\(code)")
            for (key, message) in messages.members {
                #expect(try values(in: "\(key)") == values(in: #require(message.stringValue)), "\(code): \(key)")
            }
        }
        for file in files {
            let source = try text(file)
            var messages = try JSONObject.parse(Array(source.utf8))
            let engine = messages["engine"]?.objectValue ?? [:]
            messages["engine"] = nil
            messages["noscript"] = nil
            let sentences = file == "/languages/en.json" ? [] : EngineSentences.all
            let found = Set(engine.keys.map { "\($0)" })
            #expect(found == Set(sentences), "\(file), below ‘engine’: \(found.symmetricDifference(sentences))")
            // The first match is used, so the order matters.
            let places = sentences.compactMap { source.firstRange(of: "\n  \"\($0)\": ")?.lowerBound }
            #expect(places.count == sentences.count && places == places.sorted(), "\(file)")
            for (key, message) in engine.members {
                #expect(try values(in: "\(key)") == values(in: #require(message.stringValue)), "\(file): \(key)")
            }
            let keys = Set(messages.keys.map { "\($0)" })
            #expect(keys.isSubset(of: words), "\(file): \(keys.subtracting(words))")
            if file != "/languages/en.json" { #expect(keys == words, "\(file): \(words.subtracting(keys))") }
            for (key, message) in messages.members {
                let forms = message.objectValue.map { $0.members.map { $1 } } ?? [message]
                for form in forms.compactMap(\.stringValue) {
                    // The singular may omit the number.
                    let left = values(in: "\(key)").subtracting(values(in: form))
                    #expect(left.isSubset(of: message.objectValue == nil ? [] : ["{count}"]), "\(file): \(form)")
                    #expect(values(in: form).isSubset(of: values(in: "\(key)")), "\(file): \(form)")
                }
            }
            #expect(try text("/").contains("\"\(file.dropFirst(11).prefix(2))\""))
        }
    }

    @Test("Each language file in the folder is part of the page")
    func languageFiles() throws {
        let folder = Self.project + "/Sources/HometaskWeb/Page/languages"
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
        let unnamed = names.subtracting(PageLanguages.files.map { "\($0.code).json" })
        #expect(unnamed.isEmpty, "The page does not have \(unnamed.sorted())")
        for (code, bytes) in PageLanguages.files {
            let file = try Data(contentsOf: URL(filePath: "\(folder)/\(code).json"))
            #expect(file == Data(bytes), "The page has another file as \(code)")
            let text = try #require(try JSONObject.parse(bytes)["noscript"]?.stringValue, "‘noscript’ in \(code).json")
            for path in ["/plain/", "/plain/join"] {
                #expect(text.contains("<a href=\"\(path)\">"), "\(code).json, ‘noscript’: no link to \(path)")
            }
        }
    }

    /// Finds the messages in a source text.
    private static func messages(in text: String) -> [String] {
        // With the default boundaries, 'messages.t' would be one word.
        text.matches(of: /\bt\(\s*"([^"]+)"/.wordBoundaryKind(.simple)).map { String($0.1) }
    }

    // MARK: In a browser

    /// The root folder of the project.
    private static let project = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .path

    private static let engine =
        ProcessInfo.processInfo.environment["HOMETASK_ENGINE"] ?? project + "/.build-engine/engine.wasm"

    @Test(
        "Nothing is lost offline, apart, repeated, with photos, in two tabs, restored and revoked",
        .enabled(
            if: FileManager.default.fileExists(atPath: engine), "'.ci/engine' builds the engine that the page runs"))
    func browser() async throws {
        let screenshots = ProcessInfo.processInfo.environment["HOMETASK_SCREENSHOTS"]
        let (text, status) = try await use("Page/phone_page.py", screenshots)
        #expect(status == 0, "\(text)")
        #expect(text.components(separatedBy: "\n").filter { $0.hasPrefix("ok ") }.count >= 75, "\(text)")
    }

    @Test(
        "Joining, editing, offline use and conflicts work in WebKit too",
        .enabled(
            if: FileManager.default.fileExists(atPath: engine)
                && FileManager.default.isExecutableFile(atPath: "/usr/bin/WebKitWebDriver"),
            "'.ci/bootstrap --tests' installs WebKit, '.ci/engine' builds the engine"))
    func webkit() async throws {
        let (text, status) = try await use("Page/phone_webkit.py", nil)
        #expect(status == 0, "\(text)")
        #expect(text.components(separatedBy: "\n").filter { $0.hasPrefix("ok ") }.count >= 5, "\(text)")
    }

    /// Runs a script against the page of a new family.
    ///
    /// - Parameter shots: the folder for its screenshots; nil for none.
    /// - Returns: its output and its exit status.
    private func use(_ script: String, _ shots: String?) async throws -> (String, Int32) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await makeFamily(at: folder + "/home")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script).path
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "hometask-serve")
        var words = [script, program.path, Self.engine, folder + "/home", folder + "/state"]
        if let shots {
            try FileManager.default.createDirectory(atPath: shots, withIntermediateDirectories: true)
            words.append(shots)
        }
        // The photo examiner, if its package was built.
        let built = Self.project + "/.build/debug"
        #expect(FileManager.default.isExecutableFile(atPath: built + "/hometask"), "'swift build' makes hometask")
        let variables = ProcessInfo.processInfo.environment
        let path = "\(built):\(variables["PATH"] ?? "/usr/bin:/bin")"
        let process = ChildProgram("python3", words, environment: variables.merging(["PATH": path]) { $1 })
        let output = Pipe()
        try process.start(output: .pipe(output))
        let text = try await Connection.blocking {
            String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        return (text, try #require(process.wait()))
    }

    /// Makes the family that the scripts expect.
    private func makeFamily(at folder: String) async throws {
        let replica = try await GitReplicaProvider().create(
            at: folder, isBare: true,
            family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server"))
        _ = try await replica.write(command: "begin") { transaction in
            for name in ["Mia", "Tom"] {
                let email = "\(name.lowercased())@example.org"
                _ = try transaction.members.add(MemberDraft(name: name, email: email))
            }
            _ = try transaction.members.add(MemberDraft(name: "Kim", role: "child"))
            var bins = TaskDraft(title: "Bins")
            bins.due = .day(try #require(CivilDate(iso: "2026-11-25")))
            bins.rule = RecurrenceRule(.weekly)
            _ = try transaction.tasks.add(bins)
            var kitchen = TaskDraft(title: "Clean the kitchen")
            kitchen.needsPhoto = true
            _ = try transaction.tasks.add(kitchen)
            var (shed, harbour) = (PinDraft(name: "Garden shed"), PinDraft(name: "Harbour"))
            shed.coordinates = Coordinates(latitude: 50.1, longitude: 8.7)
            harbour.coordinates = Coordinates(latitude: 53.5, longitude: 9.9)
            _ = try transaction.pins.add(harbour)
            var leaves = TaskDraft(title: "Rake the leaves")
            leaves.place = Place(pin: try transaction.pins.add(shed))
            _ = try transaction.tasks.add(leaves)
            _ = try transaction.categories.add("Garden")
            _ = try transaction.views.save("Hedges", query: "hedge", sort: "title")
        }
    }
}
