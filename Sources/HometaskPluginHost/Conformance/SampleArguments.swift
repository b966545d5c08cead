// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// Words for what a person must type behind something that a plugin offers, made up so that it can be tried.
struct SampleArguments {
    /// The values of the options that must be given, by name.
    private(set) var options = JSONObject()
    /// The arguments that must be given.
    let arguments: [JSON]
    /// Why nothing can be tried: a file must be named, and what it should hold only people know. Nil if it can.
    let missing: String?

    /// The words for an offer: the first of the choices, a one, or a text.
    init(_ offer: PluginOffer) {
        let required = offer.options.filter(\.isRequired)
        for option in required {
            let value = Self.value(of: option)
            options[option.name] = option.isRepeated && option.kind != .flag ? .array([value]) : value
        }
        arguments = offer.arguments.filter(\.isRequired).map { _ in "trial" }
        missing = required.first { $0.kind == .file }.map { "--\($0.name) must be given" }
    }

    /// Whether nothing was made up.
    var isEmpty: Bool { options.isEmpty && arguments.isEmpty }

    private static func value(of option: PluginOption) -> JSON {
        if let choice = option.choices.first { return .string(choice) }
        switch option.kind {
        case .flag: return true
        case .integer: return 1
        case .text, .file: return "trial"
        }
    }
}
