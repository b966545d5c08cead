// SPDX-License-Identifier: Apache-2.0

import HometaskGit

extension Signature {
    static let anna = Signature(name: "Anna", email: "anna@example.org", seconds: 1_700_000_000, offsetMinutes: 60)
}

extension Repository {
    /// Makes a commit with a single file, for tests in which only the graph matters.
    func commit(_ text: String, parents: [ObjectID] = [], seconds: Int64 = 1_700_000_000) throws -> ObjectID {
        let tree = try trees.edited(nil, applying: [.putFile("file.txt", writeBlob(Array(text.utf8)))])
        let author = Signature(name: "Anna", email: "anna@example.org", seconds: seconds, offsetMinutes: 60)
        return try commits.writeCommit(
            tree: tree, parents: parents, author: author, committer: author, message: text + "\n")
    }
}

/// Returns the code of the `GitError` that an action throws; nil if it throws none.
func code(of action: () throws -> Void) -> GitError.Code? {
    do {
        try action()
        return nil
    } catch {
        return (error as? GitError)?.code
    }
}
