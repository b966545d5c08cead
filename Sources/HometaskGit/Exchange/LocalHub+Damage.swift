// SPDX-License-Identifier: Apache-2.0

/// Detects damage to a hub: copied folders and unplugged USB sticks may have references without their objects, and lack
/// empty folders.
extension LocalHub {
    /// The missing or torn required part of a repository; nil if there is none, or no sign of a repository.
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

    /// Returns the first requested reference whose commit or tree is missing; nil if there is none, or if that cannot
    /// be determined.
    func missingTip(_ refspecs: [Refspec]) -> String? {
        guard path.hasPrefix("/") else { return nil }
        for name in refspecs.compactMap(\.single?.there) {
            // A disk may fail temporarily: retry once.
            for attempt in 1...2 {
                guard let hub = try? Repository.open(at: path), let commit = try? hub.references.directTarget(of: name),
                    !hub.hasCommit(commit)
                else { break }
                if attempt == 2 { return "\(name) names \(commit), which is not in its object store" }
            }
        }
        return nil
    }

    /// The first missing object that is reachable from the references; nil if there is none. Checks all commits, and
    /// the newest ones completely.
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
