// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskPluginHost
import PluginCSV
import PluginGeo
import PluginJSONL
import PluginMarkdown
import PluginReport

/// The plugins that come with the program.
enum BundledPlugins {
    static let all: [BundledPlugin] = [
        BundledPlugin("csv", manifest: { CSVPlugin.manifest }, serve: { CSVPlugin.main() }),
        BundledPlugin("geo", manifest: { GeoPlugin.manifest }, serve: { GeoPlugin.main() }),
        BundledPlugin("jsonl", manifest: { JSONLPlugin.manifest }, serve: { JSONLPlugin.main() }),
        BundledPlugin("markdown", manifest: { MarkdownPlugin.manifest }, serve: { MarkdownPlugin.main() }),
        BundledPlugin("report", manifest: { ReportPlugin.manifest }, serve: { ReportPlugin.main() }),
    ]
}
