// SPDX-License-Identifier: Apache-2.0

import Schemas

extension Schema {
    /// Returns the schema of a known kind; nil for any other. Each schema is loaded once, on first use.
    public static func of(_ kind: DocumentKind) -> Schema? {
        switch kind {
        case .category: category
        case .comment: comment
        case .device: device
        case .family: family
        case .hunt: hunt
        case .member: member
        case .note: note
        case .photo: photo
        case .pin: pin
        case .task: task
        case .team: team
        case .template: template
        case .view: view
        default: nil
        }
    }

    private static let category = read(.category)
    private static let comment = read(.comment)
    private static let device = read(.device)
    private static let family = read(.family)
    private static let hunt = read(.hunt)
    private static let member = read(.member)
    private static let note = read(.note)
    private static let photo = read(.photo)
    private static let pin = read(.pin)
    private static let task = read(.task)
    private static let team = read(.team)
    private static let template = read(.template)
    private static let view = read(.view)

    private static func read(_ kind: DocumentKind) -> Schema? {
        SchemaFiles.bytes(of: kind.rawValue).flatMap { try? Schema($0) }
    }
}
