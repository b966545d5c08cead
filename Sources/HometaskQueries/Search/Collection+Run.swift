// SPDX-License-Identifier: Apache-2.0

extension Collection where Element: Equatable {
    /// Whether the elements of another collection stand in this one, side by side; an empty one always does.
    ///
    /// The standard library's own search needs a module that Embedded Swift has not.
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
