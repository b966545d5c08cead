// SPDX-License-Identifier: Apache-2.0
import Foundation
import HometaskGit
import Testing

@Suite("The watch of HEAD")
struct HeadWatchTests {
    /// What a wait comes to; nil where it does not end soon.
    private func outcome(of signal: HeadSignal, within time: Duration = .seconds(20)) async -> Bool? {
        await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await signal.wait() }
            group.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    @Test("What happens while nobody waits is told once, to each, and one that was cancelled waits no more")
    func between() async throws {
        let sandbox = try Sandbox()
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let folder = repository.gitDirectory
        let watch = HeadWatch(gitDirectory: folder, commonDirectory: folder)
        let (first, second) = (watch.observe(), watch.observe())
        watch.signal()
        watch.signal()
        #expect(await outcome(of: first) == true)
        #expect(await outcome(of: second) == true)
        #expect(await outcome(of: first, within: .milliseconds(100)) == nil, "told once")
        watch.signal()
        #expect(await outcome(of: first) == false, "the wait that was given up has ended it")
        #expect(await outcome(of: second) == true)
    }
}
