// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

/// Documents of a version that were read or looked for, one by one or all of a kind.
package struct ReadPaths {
    package var paths: Set<DocumentPath> = []
    package var kinds: Set<DocumentKind> = []

    package init() {}

    /// Whether it depends on the document at a path, or on there being none.
    package func contains(_ path: DocumentPath) -> Bool { kinds.contains(path.kind) || paths.contains(path) }
}
