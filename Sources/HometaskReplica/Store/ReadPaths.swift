// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

/// The documents of a version that were read or looked up, individually or by kind.
package struct ReadPaths {
    package var paths: Set<DocumentPath> = []
    package var kinds: Set<DocumentKind> = []

    package init() {}

    /// Whether the reads include the document at a path, or its absence.
    package func contains(_ path: DocumentPath) -> Bool { kinds.contains(path.kind) || paths.contains(path) }
}
