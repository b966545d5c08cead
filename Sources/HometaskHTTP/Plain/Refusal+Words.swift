// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing

extension Refusal {
    /// Describes the refused field and the reason, in the page's language, or in English if the refusal names no rule.
    func words(_ messages: PageMessages) -> String {
        let reason =
            switch rule {
            case .adults: messages.t("Only adults may change this.")
            case .author: messages.t("Only its author or an adult may change this.")
            case .command: messages.t("This cannot be changed on a phone.")
            case .future: messages.t("This cannot be in the future.")
            case .origin: messages.t("Who created it, and when, cannot be changed.")
            case nil: PlainFault.sentence(why)
            }
        return field.map { "\(messages.label(of: $0)): \(reason)" } ?? reason
    }
}
