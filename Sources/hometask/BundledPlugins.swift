// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskPluginHost
import PluginCalendar
import PluginDstask
import PluginTaskwarrior
import PluginTodoTxt
import PluginTodoist

/// The plugins that come with the program.
enum BundledPlugins {
    static let all: [BundledPlugin] = [
        BundledPlugin("calendar", manifest: { CalendarPlugin.manifest }, serve: { CalendarPlugin.main() }),
        BundledPlugin("dstask", manifest: { DstaskPlugin.manifest }, serve: { DstaskPlugin.main() }),
        BundledPlugin("taskwarrior", manifest: { TaskwarriorPlugin.manifest }, serve: { TaskwarriorPlugin.main() }),
        BundledPlugin("todoist", manifest: { TodoistPlugin.manifest }, serve: { TodoistPlugin.main() }),
        BundledPlugin("todotxt", manifest: { TodoTxtPlugin.manifest }, serve: { TodoTxtPlugin.main() }),
    ]
}
