// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import HometaskGit

@Suite struct TransportTests {
    let sandbox: Sandbox
    let git: InstalledGit

    init() throws {
        sandbox = try Sandbox()
        git = try InstalledGit.find(environment: sandbox.environment)
    }

    private var hub: String { sandbox.path + "/hub" }
    private var local: String { sandbox.path + "/r" }
    private let tracking = "+refs/heads/*:refs/remotes/origin/*"

    /// A bare hub, and a repository with `commits` commits whose remote `origin` is the hub.
    private func pair(commits: Int = 1) throws -> ObjectID {
        _ = try Repository.create(at: hub, bare: true)
        let repository = try Repository.create(at: local, bare: true)
        try repository.configuration.set("remote.origin.url", to: hub)
        var tip: ObjectID?
        for number in 0..<commits { tip = try repository.commit("c\(number)", parents: tip.map { [$0] } ?? []) }
        return try #require(tip)
    }

    private func push(_ commit: ObjectID, to remote: String? = nil, as name: String = "refs/heads/main") async throws
        -> [PushResult.Outcome]
    {
        let update = PushUpdate(commit: commit, reference: name)
        return try await git.push(from: local, to: remote ?? "origin", updates: [update], progress: nil).map(\.outcome)
    }

    private func kind(_ action: () async throws -> Void) async -> TransportError.Kind? {
        do {
            try await action()
            return nil
        } catch { return (error as? TransportError)?.kind }
    }

    @Test("A push creates, updates or is up to date; a fetch elsewhere receives it, over a path and over file://")
    func exchange() async throws {
        let one = try pair()
        #expect(try await push(one) == [.created])
        #expect(try await push(one) == [.upToDate])
        let two = try Repository.open(at: local).commit("two", parents: [one])
        #expect(try await push(two, to: "file://" + hub) == [.updated])
        let other = sandbox.path + "/other"
        _ = try Repository.create(at: other, bare: false)
        for remote in [hub, "file://" + hub] {
            let outcome = try await git.fetch(into: other + "/.git", from: remote, refspecs: [tracking], progress: nil)
            let isFirst = remote == hub
            let expected = FetchOutcome.Update(reference: "refs/remotes/origin/main", old: nil, new: two)
            #expect(outcome.updates == (isFirst ? [expected] : []) && outcome.missing == nil)
        }
        #expect(try Repository.open(at: other).commits.read(two).parents == [one])
        #expect(!FileManager.default.fileExists(atPath: other + "/.git/FETCH_HEAD"))
    }

    @Test("A fetch of two references updates the second even if the first is up to date")
    func secondReference() async throws {
        let one = try pair()
        let refspecs = ["main", "side"].map { "+refs/heads/\($0):refs/remotes/origin/\($0)" }
        for name in ["main", "side"] { _ = try await push(one, as: "refs/heads/" + name) }
        _ = try await git.fetch(into: local, from: "origin", refspecs: refspecs, progress: nil)
        let two = try Repository.open(at: hub).commit("two", parents: [one])
        try sandbox.git("update-ref", "refs/heads/side", two.description, at: "hub")
        let outcome = try await git.fetch(into: local, from: "origin", refspecs: refspecs, progress: nil)
        #expect(outcome.updates == [FetchOutcome.Update(reference: "refs/remotes/origin/side", old: one, new: two)])
    }

    @Test("A push that replaces a given commit leaves the reference alone if it points to another commit")
    func replacing() async throws {
        let one = try pair()
        _ = try await push(one)
        let repository = try Repository.open(at: local)
        let (theirs, ours) = (try repository.commit("theirs", parents: [one]), try repository.commit("ours"))
        _ = try await push(theirs)
        for (replaced, isDone) in [(one, false), (theirs, true)] {
            let update = PushUpdate(commit: ours, reference: "refs/heads/main", replacing: replaced)
            let results = try await git.push(from: local, to: "origin", updates: [update], progress: nil)
            #expect((results.map(\.outcome) == [.updated]) == isDone, "\(results)")
            #expect(try Repository.open(at: hub).references.target(of: "refs/heads/main") == (isDone ? ours : theirs))
        }
    }

    /// A wrapper script in place of git, which may call git itself.
    private func wrapped(_ lines: String) throws -> InstalledGit {
        try sandbox.writeProgram("#!/bin/sh\nPATH=\"${PATH#*:}\"\n\(lines)\n", to: "bin/git")
        var environment = sandbox.environment
        environment["PATH"] = sandbox.path + "/bin:" + (environment["PATH"] ?? "")
        return try InstalledGit.find(environment: environment)
    }

    @Test("A push of two references fails if git reports only one of them")
    func unreported() async throws {
        let one = try pair()
        let silent = try wrapped(
            """
            case " $* " in *" push "*) git "$@" | sed '/refs.heads.side/d';; *) exec git "$@";; esac
            """)
        let updates = ["main", "side"].map { PushUpdate(commit: one, reference: "refs/heads/" + $0) }
        #expect(
            await kind { _ = try await silent.push(from: local, to: "origin", updates: updates, progress: nil) } != nil)
        let reported = try await silent.push(from: local, to: "origin", updates: [updates[0]], progress: nil)
        #expect(reported.map(\.outcome) == [.upToDate])
    }

    @Test("A push reports an outcome per reference, and does not move a rejected one")
    func rejected() async throws {
        let one = try pair()
        _ = try await push(one)
        let repository = try Repository.open(at: local)
        let theirs = try repository.commit("theirs", parents: [one])
        let ours = try repository.commit("ours", parents: [one])
        _ = try await push(theirs)
        let results = try await git.push(
            from: local, to: hub,
            updates: [
                PushUpdate(commit: ours, reference: "refs/heads/main"),
                PushUpdate(commit: ours, reference: "refs/heads/other"),
                PushUpdate(commit: ours, reference: "refs/hometask/photos/a/2026-01"),
            ], progress: nil)
        #expect(results.map(\.outcome) == [.rejected(.nonFastForward), .created, .created])
        #expect(try Repository.open(at: hub).references.target(of: "refs/heads/main") == theirs)
        #expect(try await push(one, as: "refs/hometask/photos/a/2026-01") == [.rejected(.nonFastForward)])
    }

    @Test("A refusal by a hook of the hub is reported with its message, for the refused reference")
    func hooks() async throws {
        let one = try pair()
        try sandbox.writeProgram("#!/bin/sh\necho 'only on \u{1B}[31mSundays'\nexit 1\n", to: "hub/hooks/pre-receive")
        guard case .rejected(.remoteRejected(let text))? = try await push(one).first else {
            Issue.record("the refusal was not told")
            return
        }
        #expect(text.contains("only on [31mSundays") && text.contains("pre-receive hook declined"), "\(text)")
        try FileManager.default.removeItem(atPath: hub + "/hooks/pre-receive")
        try sandbox.writeProgram("#!/bin/sh\ntest \"$1\" != refs/heads/main\n", to: "hub/hooks/update")
        let results = try await git.push(
            from: local, to: hub,
            updates: [
                PushUpdate(commit: one, reference: "refs/heads/main"),
                PushUpdate(commit: one, reference: "refs/heads/b"),
            ], progress: nil)
        let words = "error: hook declined to update refs/heads/main\nhook declined"
        #expect(results.map(\.outcome) == [.rejected(.remoteRejected(words)), .created])
    }

    @Test("An empty remote and a missing reference are outcomes, not errors")
    func empty() async throws {
        _ = try pair()
        let outcome = try await git.fetch(into: local, from: "origin", refspecs: [tracking], progress: nil)
        #expect(outcome == FetchOutcome.nothing)
        let named = try await git.fetch(
            into: local, from: "origin", refspecs: ["refs/heads/main:refs/remotes/origin/main"], progress: nil)
        #expect(named.missing == "refs/heads/main" && named.updates.isEmpty)
        #expect(try await git.listRemote(hub, of: nil).references.isEmpty)
        let target = sandbox.path + "/clone"
        #expect(
            try await git.clone(hub, into: target, bare: false, checkout: true, progress: nil) == .empty)
    }

    @Test("A clone has the remote's commits and no hooks; the listing names its branches and HEAD")
    func cloning() async throws {
        let tip = try pair(commits: 3)
        _ = try await push(tip)
        let steps = Mutex<[TransportProgress]>([])
        let target = sandbox.path + "/clone"
        let outcome = try await git.clone(hub, into: target, bare: false, checkout: true) { step in
            steps.withLock { $0.append(step) }
        }
        #expect(outcome == .cloned)
        #expect(steps.withLock { $0.contains { $0.phase == "Receiving objects" && $0.total == 9 } })
        #expect(try Repository.open(at: target).references.head() == .branch(name: "refs/heads/main", tip: tip))
        #expect(FileManager.default.fileExists(atPath: target + "/file.txt"))
        #expect(!FileManager.default.fileExists(atPath: target + "/.git/hooks"))
        let bare = sandbox.path + "/bare"
        _ = try await git.clone("file://" + hub, into: bare, bare: true, checkout: false, progress: nil)
        let isBare = try Repository.open(at: bare).isBare
        #expect(isBare)
        let listing = try await git.listRemote("origin", of: local)
        #expect(listing.head == "refs/heads/main")
        #expect(listing.references.map(\.name) == ["refs/heads/main"] && listing.references.map(\.id) == [tip])
    }

    @Test("An annotated tag is listed once, unpeeled")
    func tags() async throws {
        let tip = try pair()
        _ = try await push(tip)
        try sandbox.git("tag", "-a", "-m", "v1", "v1", "main", at: "hub")
        let listing = try await git.listRemote(hub, of: nil)
        #expect(listing.references.map(\.name) == ["refs/heads/main", "refs/tags/v1"])
        #expect(try listing.references.last?.id.description == sandbox.git("rev-parse", "refs/tags/v1", at: "hub"))
    }

    @Test("Failures are classified: missing path, no repository, unknown host, closed port")
    func failures() async throws {
        _ = try pair()
        try FileManager.default.createDirectory(atPath: sandbox.path + "/plain", withIntermediateDirectories: true)
        let cases: [(String, TransportError.Kind)] = [
            (sandbox.path + "/nowhere", .notFound), (sandbox.path + "/plain", .notARepository),
            ("file://" + sandbox.path + "/plain", .notARepository), ("git://127.0.0.1:1/x", .unreachable),
            ("https://127.0.0.1:1/x.git", .unreachable), ("https://host.invalid/x.git", .unreachable),
            ("nosuch::helper", .unsupported), ("ext::sh -c true", .unsupported), ("--upload-pack=true", .unsupported),
        ]
        for (remote, expected) in cases {
            let found = await kind {
                _ = try await git.fetch(into: local, from: remote, refspecs: [tracking], progress: nil)
            }
            #expect(found == expected, "\(remote)")
            #expect(await kind { _ = try await git.listRemote(remote, of: nil) } == expected, "\(remote)")
        }
    }

    @Test("A program named in the settings as a remote is not run")
    func programs() async throws {
        let one = try pair()
        try Repository.open(at: local).configuration.set("remote.origin.url", to: "ext::touch \(sandbox.path)/ran")
        #expect(await kind { _ = try await push(one) } == .unsupported)
        var environment = sandbox.environment
        environment["GIT_ALLOW_PROTOCOL"] = "ext:file"
        let other = try InstalledGit.find(environment: environment)
        try Repository.open(at: local).configuration.set("remote.origin.url", to: "x")
        try Repository.open(at: local).configuration.set("url.ext::touch \(sandbox.path)/ran .insteadOf", to: "x")
        let found = await kind { _ = try await other.listRemote("origin", of: local) }
        #expect(found == .unsupported)
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/ran"))
    }

    @Test(
        "An address that names a program or an option starts no git, even if only the settings have it",
        arguments: ["ext::true", "fd::3", "--upload-pack=true", ""])
    func uncheckedAddresses(address: String) async throws {
        let one = try pair()
        try Repository.open(at: local).configuration.set("remote.origin.url", to: address)
        let other = try wrapped(#"[ "$*" = --version ] || touch "$HOME/started"; exec git "$@""#)
        let update = PushUpdate(commit: one, reference: "refs/heads/main")
        let kinds = [
            await kind { _ = try await other.push(from: local, to: "origin", updates: [update], progress: nil) },
            await kind {
                _ = try await other.fetch(into: local, from: "origin", refspecs: [tracking], progress: nil)
            },
            await kind { _ = try await other.listRemote("origin", of: local) },
        ]
        #expect(kinds == [.unsupported, .unsupported, .unsupported])
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/home/started"))
    }

    @Test("No error reveals the user name or password in an address")
    func passwords() async throws {
        _ = try pair()
        do {
            _ = try await git.listRemote("https://anna:s3cret@127.0.0.1:1/x.git", of: nil)
            Issue.record("something answered on port 1")
        } catch {
            let text = "\(error) \(error.remote) \(error.lines)"
            #expect(!text.contains("s3cret") && !text.contains("anna") && text.contains("127.0.0.1"), "\(text)")
        }
    }

    @Test("A damaged object is refused on arrival, and the reference stays")
    func checked() async throws {
        _ = try pair()
        let hubRepository = try Repository.open(at: hub)
        let blob = try hubRepository.writeBlob([1])
        let tree = try sandbox.git("mktree", at: "hub", input: "100644 blob \(blob)\t.git\n")
        let commit = try sandbox.git("commit-tree", "-m", "bad", tree, at: "hub")
        try sandbox.git("update-ref", "refs/heads/main", commit, at: "hub")
        let found = await kind {
            _ = try await git.fetch(into: local, from: "origin", refspecs: [tracking], progress: nil)
        }
        #expect(found == .corrupt)
        #expect(try Repository.open(at: local).references.target(of: "refs/remotes/origin/main") == nil)
    }

    @Test("GIT_DIR does not redirect git, and a fetch runs no hook of the repository")
    func environment() async throws {
        let one = try pair()
        _ = try await push(one)
        var environment = sandbox.environment
        environment["GIT_DIR"] = hub
        environment["GIT_OBJECT_DIRECTORY"] = sandbox.path + "/elsewhere"
        environment["GIT_TRACE"] = "1"
        let other = try InstalledGit.find(environment: environment)
        try sandbox.writeProgram("#!/bin/sh\ntouch \(sandbox.path)/ran\n", to: "r/hooks/reference-transaction")
        let outcome = try await other.fetch(into: local, from: "origin", refspecs: [tracking], progress: nil)
        #expect(outcome.updates.map(\.reference) == ["refs/remotes/origin/main"])
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/ran"))
    }

    @Test("git inherits no variable that redirects it, prompts, locks or runs a program")
    func cleanedEnvironment() {
        let ours = [
            "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS_REQUIRE": "never",
        ]
        let kept = [
            "PATH": "/bin", "GIT_SSH_COMMAND": "ssh -4", "GIT_HTTP_LOW_SPEED_TIME": "9", "GIT_CONFIG_KEY_0": "a.b",
        ]
        let others = [
            "GIT_DIR": "/x", "GIT_OBJECT_DIRECTORY": "/x", "GIT_INDEX_FILE": "/x", "GIT_OPTIONAL_LOCKS": "1",
            "GIT_TERMINAL_PROMPT": "1", "SSH_ASKPASS": "/bin/ask", "LANGUAGE": "nl", "LC_MESSAGES": "nl_NL.UTF-8",
            "SSH_ASKPASS_REQUIRE": "force",
        ]
        let all = kept.merging(others) { $1 }
        #expect(GitEnvironment.cleaned(all) == kept.merging(ours) { $1 })
        for (allowed, left) in [("file:ext:https:fd", "file:https"), ("ext", "none"), ("fd:ext", "none"), ("", "none")]
        {
            #expect(GitEnvironment.cleaned(["GIT_ALLOW_PROTOCOL": allowed])["GIT_ALLOW_PROTOCOL"] == left)
        }
    }

    @Test(
        "git's report of a pushed reference is parsed",
        arguments: [
            ("*\ta:refs/heads/b\t[new branch]", PushResult.Outcome.created),
            (" \ta:refs/heads/b\t1..2", .updated), ("=\ta:refs/heads/b\t[up to date]", .upToDate),
            ("!\ta:refs/heads/b\t[rejected] (fetch first)", .rejected(.nonFastForward)),
            ("!\ta:refs/heads/b\t[rejected] (non-fast-forward)", .rejected(.nonFastForward)),
            ("!\ta:refs/heads/b\t[remote rejected] (incorrect old value provided)", .rejected(.contended)),
            ("!\ta:refs/heads/b\t[remote rejected] (failed to update ref)", .rejected(.contended)),
            ("!\ta:refs/heads/b\t[remote rejected] (cannot lock ref 'refs/heads/b': is at 1)", .rejected(.contended)),
            ("!\ta:refs/heads/b\t[rejected] (needs force)", .rejected(.contended)),
            ("!\ta:refs/heads/b\t[remote rejected] (denied)", .rejected(.remoteRejected("denied"))),
            ("!\ta:refs/heads/b\t[remote failure] (gone)", .rejected(.other("[remote failure] (gone)"))),
        ])
    func porcelain(line: String, outcome: PushResult.Outcome) {
        #expect(PushResult(porcelain: line, remote: []) == PushResult(reference: "refs/heads/b", outcome: outcome))
        let locked = "Unable to create '/x/b.lock': File exists."
        if outcome == .rejected(.contended) {
            #expect(PushResult(porcelain: line, remote: [locked])?.outcome == .rejected(.locked(locked)))
        }
    }

    @Test("Cancelling ends git and its child processes, and reports `interrupted`")
    func cancelling() async throws {
        _ = try pair()
        try sandbox.writeProgram("#!/bin/sh\necho $$ > \(sandbox.path)/pid\nexec sleep 1000\n", to: "slow-ssh")
        var environment = sandbox.environment
        environment["GIT_SSH_COMMAND"] = sandbox.path + "/slow-ssh"
        let slow = try InstalledGit.find(environment: environment)
        let task = Task { await kind { _ = try await slow.listRemote("ssh://nobody@host/x", of: nil) } }
        let file = sandbox.path + "/pid"
        while (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("\n") != true {
            try await Task.sleep(for: .milliseconds(5))
        }
        let pid = try #require(Int32(String(contentsOfFile: file, encoding: .utf8).dropLast()))
        task.cancel()
        #expect(await task.value == .interrupted)
        // The process id may stay for a moment until the orphan's new parent reaps it.
        var tries = 0
        while kill(pid, 0) == 0, tries < 500, !Self.isZombie(pid) {
            try await Task.sleep(for: .milliseconds(5))
            tries += 1
        }
        #expect(kill(pid, 0) != 0 || Self.isZombie(pid))
    }

    @Test("A git that exits successfully when cancelled, even after its reply, counts as interrupted")
    func endedAfterItsAnswer() async throws {
        let id = String(repeating: "1", count: 40)
        let other = try wrapped(
            """
            [ "$*" = --version ] && exec git --version
            trap 'exit 0' TERM
            printf '\(id)\\trefs/heads/main\\n'
            touch "$HOME/answered"
            sleep 1000 & wait
            """)
        let task = Task { await kind { _ = try await other.listRemote(hub, of: nil) } }
        while !FileManager.default.fileExists(atPath: sandbox.path + "/home/answered") {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        #expect(await task.value == .interrupted)
    }

    private static func isZombie(_ pid: Int32) -> Bool {
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return text?.contains(") Z ") ?? true
    }
}

extension FetchOutcome {
    static let nothing = FetchOutcome(updates: [], missing: nil)
}
