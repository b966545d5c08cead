// SPDX-License-Identifier: Apache-2.0

extension QuerySyntax {
    /// Resolves the names, dates and saved views of the query in a scope.
    ///
    /// - Throws: `QueryError`, which states the name or date that could not be resolved, and why.
    public func resolve(in scope: QueryScope) throws(QueryError) -> ResolvedQuery {
        var resolver = QueryResolver(text, in: scope)
        return try resolver.resolve(self)
    }
}
