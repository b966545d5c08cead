// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The help of a plugin's command, format or view.
enum OfferHelp {
    static func lines(_ offer: PluginOffer, called title: String, by plugin: String, width: Int) -> [String] {
        var usage = title
        for option in offer.options where option.isRequired { usage += " \(word(for: option))" }
        if offer.options.contains(where: { !$0.isRequired }) { usage += " [options]" }
        for argument in offer.arguments {
            let name = "<\(argument.name)>" + (argument.isRepeated ? " ..." : "")
            usage += argument.isRequired ? " \(name)" : " [\(name)]"
        }
        var lines = HelpRenderer.paragraphs("OVERVIEW: \(offer.summary)\n\nFrom the plugin \(plugin).\n", width)
        lines += UsageLine(usage).lines(after: "USAGE: ", width: width)
        lines += HelpRenderer.section("ARGUMENTS", offer.arguments.map { ("<\($0.name)>", $0.summary) }, width: width)
        let options = offer.options.map { option in
            let choices = option.choices.isEmpty ? "" : " (\(option.choices.joined(separator: ", ")))"
            let duty = option.isRequired ? " Required." : ""
            let again = option.isRepeated ? " May be repeated." : ""
            return (word(for: option), option.summary + choices + duty + again)
        }
        return lines + HelpRenderer.section("OPTIONS", options, width: width)
    }

    /// Returns an option as it is typed: `--title <text>`.
    private static func word(for option: PluginOption) -> String {
        "--\(option.name)" + (option.kind == .flag ? "" : " <\(option.kind.rawValue)>")
    }
}
