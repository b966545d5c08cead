// SPDX-License-Identifier: Apache-2.0

extension Collection where Element: Equatable {
    /// Whether this collection contains another as a contiguous run; always true for an empty one.
    ///
    /// The standard library's search requires a module that Embedded Swift lacks.
    func contains(run: some Collection<Element>) -> Bool {
        guard let head = run.first else { return true }
        var rest = self[...]
        while let place = rest.firstIndex(of: head) {
            rest = rest[place...]
            if rest.starts(with: run) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
