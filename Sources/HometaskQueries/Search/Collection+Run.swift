// SPDX-License-Identifier: Apache-2.0

extension Collection where Element: Equatable {
    /// Whether another collection is a contiguous part of this one; an empty one always is.
    ///
    /// The standard library's own search needs a module that Embedded Swift does not have.
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
