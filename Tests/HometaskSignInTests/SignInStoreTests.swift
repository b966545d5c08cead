// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskServing
import HometaskSignIn
import Synchronization
import TestSupport
import Testing

@Suite("Invitations and phones")
struct SignInStoreTests {
    private let folder: TemporaryFolder
    private let clock = Clock()
    private let store: SignInStore
    private let family = DocumentID.some()
    private let mia = DocumentID.some()

    init() throws {
        folder = try TemporaryFolder()
        store = try SignInStore(at: folder.path + "/phones.sqlite", clock: clock.read)
    }

    // MARK: Invitations

    @Test("A phone joins by an invitation, and is recognized by its secret afterwards")
    func join() async throws {
        let invitation = try await store.invite(mia, to: family)
        #expect(invitation.expires.seconds == clock.read().seconds + 3600)
        let joined = try await store.join(with: invitation.code, attempt: .some(), as: "Mia's phone")
        #expect(joined.family == family && joined.account.member == mia && joined.account.name == "Mia's phone")
        let phone = try #require(try await store.phone(with: joined.secret))
        #expect(phone.device == joined.account.device && phone.family == family && phone.member == mia)
        #expect(try await store.account(of: phone.device) == joined.account)
        #expect(try await store.phone(with: .some()) == nil)
        #expect(try await store.phone(with: invitation.code) == nil)
    }

    @Test("An invitation is valid once")
    func once() async throws {
        let code = try await store.invite(mia, to: family).code
        _ = try await store.join(with: code, attempt: .some(), as: "one")
        await expectNoInvitation { _ = try await store.join(with: code, attempt: .some(), as: "two") }
        #expect(try await store.phones(of: family).map(\.name) == ["one"])
    }

    @Test("An invitation expires after an hour")
    func expiry() async throws {
        let (early, late) = (try await store.invite(mia, to: family), try await store.invite(mia, to: family))
        clock.advance(by: 3599)
        _ = try await store.join(with: early.code, attempt: .some(), as: "one")
        clock.advance(by: 1)
        await expectNoInvitation { _ = try await store.join(with: late.code, attempt: .some(), as: "two") }
    }

    @Test("A phone that lost the response joins again with the same attempt; its first secret is revoked")
    func lostAnswer() async throws {
        let (code, attempt) = (try await store.invite(mia, to: family).code, Secret.some())
        let first = try await store.join(with: code, attempt: attempt, as: "one")
        let second = try await store.join(with: code, attempt: attempt, as: "one")
        #expect(first.account == second.account && first.secret != second.secret)
        #expect(try await store.phone(with: first.secret) == nil)
        #expect(try await store.phone(with: second.secret)?.device == first.account.device)
        // The phone has been seen by now, so no other phone can take its place.
        await expectNoInvitation { _ = try await store.join(with: code, attempt: attempt, as: "one") }
        #expect(try await store.phones(of: family).count == 1)
    }

    @Test("A signed-out phone does not join again by its old invitation")
    func signedOutMeanwhile() async throws {
        let (code, attempt) = (try await store.invite(mia, to: family).code, Secret.some())
        let phone = try await store.join(with: code, attempt: attempt, as: "one")
        #expect(try await store.signOut(phone.account.device))
        await expectNoInvitation { _ = try await store.join(with: code, attempt: attempt, as: "one") }
        #expect(try await store.phones(of: family).isEmpty)
    }

    @Test("Of many phones with one code, only one joins, whatever the process")
    func race() async throws {
        let code = try await store.invite(mia, to: family).code
        let stores =
            try [store] + (0..<3).map { _ in try SignInStore(at: folder.path + "/phones.sqlite", clock: clock.read) }
        let joined = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                let store = stores[index % stores.count]
                group.addTask { (try? await store.join(with: code, attempt: .some(), as: "phone")) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(joined == 1)
        #expect(try await store.phones(of: family).count == 1)
    }

    // MARK: Phones

    @Test("A signed-out phone is gone, and its account is not stored again")
    func signOut() async throws {
        let joined = try await join(as: "one")
        #expect(try await store.signOut(joined.account.device))
        #expect(try await store.signOut(joined.account.device) == false)
        #expect(try await store.phone(with: joined.secret) == nil)
        #expect(try await store.account(of: joined.account.device) == nil)
        await #expect(throws: SignInFault.self) { try await store.store(joined.account) }
        #expect(try await store.phones(of: family).isEmpty)
    }

    @Test("A family's phones are listed without those of others, with the time last seen, to the hour")
    func list() async throws {
        let first = try await join(as: "one")
        clock.advance(by: 10)
        let second = try await join(as: "two")
        let stranger = try await store.invite(mia, to: .some())
        _ = try await store.join(with: stranger.code, attempt: .some(), as: "three")
        #expect(try await store.phones(of: family).map(\.name) == ["one", "two"])
        #expect(try await store.phones(of: family).map(\.seen) == [nil, nil])
        _ = try await store.phone(with: second.secret)
        let seen = clock.read()
        clock.advance(by: 3599)
        _ = try await store.phone(with: second.secret)
        #expect(try await store.phones(of: family).map(\.seen) == [nil, seen])
        clock.advance(by: 1)
        _ = try await store.phone(with: second.secret)
        #expect(try await store.phones(of: family).last?.seen == clock.read())
        #expect(try await store.phones(of: family).first?.device == first.account.device)
    }

    @Test(
        "A phone's name for itself is reduced to one line of at most 60 characters",
        arguments: [
            ("  Mia's\tphone \n", "Mia's phone"), ("\u{1B}[31mred\u{7}", "[31mred"), ("", "phone"),
            (" \u{0}\n", "phone"),
            (String(repeating: "ab", count: 1000), String(repeating: "ab", count: 30)), ("Omas 📱", "Omas 📱"),
        ])
    func name(given: String, kept: String) async throws {
        #expect(try await join(as: given).account.name == kept)
    }

    @Test("The address of a family's server is the last one set")
    func address() async throws {
        #expect(try await store.address(of: family) == nil)
        try await store.setAddress("http://localhost:8420", of: family)
        try await store.setAddress("https://home.example", of: family)
        #expect(try await store.address(of: family) == "https://home.example")
        #expect(try await store.address(of: mia) == nil)
    }

    // MARK: The file

    @Test("The database is accessible to its owner alone, contains no secret, and is shared by processes")
    func file() async throws {
        let invitation = try await store.invite(mia, to: family)
        let joined = try await join(as: "one")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in files {
            let path = folder.path + "/" + name
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            #expect(!text.contains(invitation.code.text) && !text.contains(joined.secret.text))
        }
        let other = try SignInStore(at: folder.path + "/phones.sqlite", clock: clock.read)
        #expect(try await other.phone(with: joined.secret)?.device == joined.account.device)
    }

    @Test("A database that is readable by others, of a newer version, damaged or missing its folder is refused")
    func refusedFiles() throws {
        let path = folder.path + "/phones.sqlite"
        chmod(path, 0o640)
        #expect(throws: SignInFault.self) { try SignInStore(at: path, clock: clock.read) }
        chmod(path, 0o600)
        _ = try SignInStore(at: path, clock: clock.read)
        _ = try Tool("python3").run([
            "-c", "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('pragma user_version = 1000')",
            path,
        ])
        #expect(throws: SignInFault.self) { try SignInStore(at: path, clock: clock.read) }
        try Data("not a database, but long enough to be read as one".utf8).write(to: URL(filePath: path))
        chmod(path, 0o600)
        #expect(throws: SignInFault.self) { try SignInStore(at: path, clock: clock.read) }
        #expect(throws: SignInFault.self) { try SignInStore(at: folder.path + "/no/phones", clock: clock.read) }
    }

    // MARK: Helpers

    private func join(as name: String) async throws -> JoinedPhone {
        let invitation = try await store.invite(mia, to: family)
        return try await store.join(with: invitation.code, attempt: .some(), as: name)
    }

    private func expectNoInvitation(
        _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: SignInFault.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.code == .noInvitation, sourceLocation: sourceLocation)
    }
}

/// A clock that tests advance.
final class Clock: Sendable {
    private let seconds = Mutex<Int64>(1_795_000_000)

    @Sendable func read() -> Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }
    func advance(by count: Int64) { seconds.withLock { $0 += count } }
}

extension DocumentID {
    static func some() -> DocumentID {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}

extension Secret {
    static func some() -> Secret {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}
