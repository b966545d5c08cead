// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// Sample values for the required arguments and options of an offer, so that it can be tested.
struct SampleArguments {
    /// The values of the required options, by name.
    private(set) var options = JSONObject()
    /// A text for each required argument, in order.
    let arguments: [JSON]
    /// Why the offer cannot be tested: it requires a file whose contents cannot be made up. Nil if it can be tested.
    let missing: ConformanceCheck.SkipReason?

    /// The sample values for an offer: the first choice, 1, or a text.
    init(_ offer: PluginOffer) {
        let required = offer.options.filter(\.isRequired)
        for option in required {
            let value = Self.value(of: option)
            options[option.name] = option.isRepeated && option.kind != .flag ? .array([value]) : value
        }
        arguments = offer.arguments.filter(\.isRequired).map { _ in "trial" }
        missing = required.first { $0.kind == .file }.map { .requiredOption($0.name) }
    }

    /// Whether no sample value was needed.
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
