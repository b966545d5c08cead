// SPDX-License-Identifier: Apache-2.0

/// Damage of a hub: programs that copy folders, and sticks that are pulled, leave references without their objects, and
/// leave out folders that are empty.
extension LocalHub {
    /// What a repository cannot do without and is missing or torn, if what is left shows that there was one.
    var missingPart: String? {
        guard RemoteURL.exists(gitDirectory + "config") else { return nil }
        let hasHead = RemoteURL.exists(gitDirectory + "HEAD")
        if let folder = ["objects", "refs"].first(where: { !RemoteURL.exists(gitDirectory + $0) }) {
            return hasHead ? "its folder ‘\(folder)’ is missing" : nil
        }
        if !hasHead { return "its file ‘HEAD’ is missing; \(Self.head)" }
        guard TornReferences.isTorn(gitDirectory + "HEAD") else { return nil }
        return "its file ‘HEAD’ names no branch; \(Self.head)"
    }

    private static let head = "it should name the family's, as ‘ref: refs/heads/main’ does where that is ‘main’"

    /// The first requested reference that names a commit which is not there, or whose tree is not; nil if there is none,
    /// or it cannot be determined.
    func missingTip(_ refspecs: [Refspec]) -> String? {
        guard path.hasPrefix("/") else { return nil }
        for name in refspecs.compactMap(\.single?.there) {
            // Read again: a disk may fail for a moment.
            for attempt in 1...2 {
                guard let hub = try? Repository.open(at: path), let commit = try? hub.references.directTarget(of: name),
                    !hub.hasCommit(commit)
                else { break }
                if attempt == 2 { return "\(name) names \(commit), which is not in its object store" }
            }
        }
        return nil
    }

    /// The first object that the references lead to and that is not there; nil if there is none. Checked are all
    /// commits, and of the newest ones everything.
    var missingObject: String? {
        guard let hub = try? Repository.open(at: path), let names = try? hub.references.names(under: "refs/") else {
            return nil
        }
        var known: Set<ObjectID> = []
        for name in names {
            guard let tip = try? hub.references.directTarget(of: name), let missing = hub.missing(from: tip, &known)
            else { continue }
            return "\(name) leads to \(missing), which is not in its object store"
        }
        return nil
    }
}
