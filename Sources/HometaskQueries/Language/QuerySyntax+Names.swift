// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

extension QuerySyntax {
    /// Returns the query with a name replaced wherever it occurs as a whole value.
    ///
    /// A query does not specify what kind of thing `@NAME` refers to: it is treated as both a member and a view.
    public func renaming(_ kind: QueryName, _ old: String, to new: String) -> QuerySyntax {
        let changed = root.renaming { names, value in
            guard names.contains(kind), value.isName(old, of: kind) else { return value }
            return Value(naming: new)
        }
        return changed == root ? self : QuerySyntax(changed)
    }
}

extension QuerySyntax.Node {
    fileprivate func renaming(_ change: (Set<QueryName>, QuerySyntax.Value) -> QuerySyntax.Value) -> QuerySyntax.Node {
        switch kind {
        case .all(let nodes): .init(.all(nodes.map { $0.renaming(change) }))
        case .any(let nodes): .init(.any(nodes.map { $0.renaming(change) }))
        case .not(let node): .init(.not(node.renaming(change)))
        case .text, .flag: self
        case .tag(let value): .init(.tag(change([.tag], value)))
        case .name(let value): .init(.name(change([.member, .view], value)))
        case .near(let place, let distance): .init(.near(change([.pin], place), within: distance))
        case .field(let field, let comparison, let values):
            .init(.field(field, comparison, values.map { value in field.names.map { change([$0], value) } ?? value }))
        }
    }
}

extension QuerySyntax.Value {
    /// Creates a value from a name, in quotes if it would be parsed differently without them.
    public init(naming name: String) {
        let signs = Set(",<>=:#+@\\".unicodeScalars)
        let isPlain =
            !QueryName.reserved.contains(name.lowercased())
            && !name.unicodeScalars.contains { QueryParser.endsWord($0) || signs.contains($0) }
        self.init(name, isQuoted: !isPlain)
    }

    /// Whether the value is a given name; tags are compared byte for byte, all other names ignoring case.
    fileprivate func isName(_ name: String, of kind: QueryName) -> Bool {
        if !isQuoted, QueryName.reserved.contains(text.lowercased()) { return false }
        return kind == .tag ? text.utf8.elementsEqual(name.utf8) : text.lowercased() == name.lowercased()
    }
}

/// The kinds of things that names in queries refer to, each with its singular noun.
public enum QueryName: String, Hashable, Sendable {
    case member, category, tag, pin
    case view = "saved view"

    /// Creates the kind of things that a field names; nil if the field's values are not names.
    public init?(of field: TaskField) {
        switch field.values {
        case .members, .author: self = .member
        case .category: self = .category
        case .tags: self = .tag
        case .pin: self = .pin
        default: return nil
        }
    }

    /// Words with a special meaning in place of a name, in any letter case.
    package static let reserved: Set<String> = ["me", "any", "none"]
}
