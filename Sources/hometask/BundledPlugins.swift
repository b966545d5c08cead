// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskPluginHost
import PluginCSV
import PluginCalendar
import PluginCommand
import PluginDstask
import PluginEmail
import PluginGazetteer
import PluginGeo
import PluginJSONL
import PluginMarkdown
import PluginNominatim
import PluginNotify
import PluginPhoto
import PluginPositionFixed
import PluginPositionGPSD
import PluginPositionGeoClue
import PluginReport
import PluginTaskServices
import PluginTaskwarrior
import PluginTodoTxt
import PluginTodoist
import PluginWeb

/// The plugins that come with the program.
enum BundledPlugins {
    static let all: [BundledPlugin] = [
        BundledPlugin("calendar", manifest: { CalendarPlugin.manifest }, serve: { CalendarPlugin.main() }),
        BundledPlugin("command", manifest: { CommandChannelPlugin.manifest }, serve: { CommandChannelPlugin.main() }),
        BundledPlugin("csv", manifest: { CSVPlugin.manifest }, serve: { CSVPlugin.main() }),
        BundledPlugin("dstask", manifest: { DstaskPlugin.manifest }, serve: { DstaskPlugin.main() }),
        BundledPlugin("email", manifest: { EmailPlugin.manifest }, serve: { EmailPlugin.main() }),
        BundledPlugin("gazetteer", manifest: { GazetteerPlugin.manifest }, serve: { GazetteerPlugin.main() }),
        BundledPlugin("geo", manifest: { GeoPlugin.manifest }, serve: { GeoPlugin.main() }),
        BundledPlugin("jsonl", manifest: { JSONLPlugin.manifest }, serve: { JSONLPlugin.main() }),
        BundledPlugin("markdown", manifest: { MarkdownPlugin.manifest }, serve: { MarkdownPlugin.main() }),
        BundledPlugin("nominatim", manifest: { NominatimPlugin.manifest }, serve: { NominatimPlugin.main() }),
        BundledPlugin("notify", manifest: { NotifyPlugin.manifest }, serve: { NotifyPlugin.main() }),
        BundledPlugin("photo", manifest: { PhotoPlugin.manifest }, serve: { PhotoPlugin.main() }),
        BundledPlugin(
            "position-fixed", manifest: { FixedPositionPlugin.manifest }, serve: { FixedPositionPlugin.main() }),
        BundledPlugin("position-geoclue", manifest: { GeoCluePlugin.manifest }, serve: { GeoCluePlugin.main() }),
        BundledPlugin("position-gpsd", manifest: { GPSDPlugin.manifest }, serve: { GPSDPlugin.main() }),
        BundledPlugin("report", manifest: { ReportPlugin.manifest }, serve: { ReportPlugin.main() }),
        BundledPlugin(
            "task-services", manifest: { TaskServicesPlugin.manifest }, serve: { TaskServicesPlugin.main() }),
        BundledPlugin("taskwarrior", manifest: { TaskwarriorPlugin.manifest }, serve: { TaskwarriorPlugin.main() }),
        BundledPlugin("todoist", manifest: { TodoistPlugin.manifest }, serve: { TodoistPlugin.main() }),
        BundledPlugin("todotxt", manifest: { TodoTxtPlugin.manifest }, serve: { TodoTxtPlugin.main() }),
        BundledPlugin("web", manifest: { WebPlugin.manifest }, serve: { WebPlugin.main() }),
    ]
}
