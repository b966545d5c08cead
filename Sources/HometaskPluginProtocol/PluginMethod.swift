// SPDX-License-Identifier: Apache-2.0

/// The names of the requests and notifications.
public enum PluginMethod {
    /// Host to plugin, the first message: the supported versions, the granted permissions, and the family.
    public static let initialize = "initialize"
    /// Host to plugin: the last message.
    public static let shutdown = "shutdown"
    /// Host to plugin, a notification: the answer to a request is no longer needed.
    public static let cancel = "cancel"

    /// Host to plugin: carry out a command.
    public static let runCommand = "command/run"
    /// Host to plugin: write documents in a format.
    public static let export = "export/write"
    /// Host to plugin: read a file in a format.
    public static let `import` = "import/read"
    /// Host to plugin: deliver a reminder.
    public static let deliver = "channel/deliver"
    /// Host to plugin: check a change before it is committed.
    public static let beforeCommit = "hook/before-commit"
    /// Host to plugin: a change was committed here, or received from a remote.
    public static let afterChange = "hook/after-change"
    /// Host to plugin: show tasks.
    public static let showView = "view/show"
    /// Host to plugin: find places by words.
    public static let searchPlaces = "places/search"
    /// Host to plugin: return the position of this device.
    public static let position = "position/current"
    /// Host to plugin: examine the file of a photo, and make a thumbnail of it.
    public static let examinePhoto = "photo/examine"
    /// Host to plugin: make an edited copy of a photo.
    public static let editPhoto = "photo/edit"
    /// Host to plugin: render a picture at a given size for a screen.
    public static let drawPhoto = "photo/draw"
    /// Host to plugin: take a photo.
    public static let takePhoto = "camera/take"

    /// Plugin to host: a page of documents.
    public static let readDocuments = "documents/read"
    /// Plugin to host: the next chunk of the imported file.
    public static let readSource = "source/read"
    /// Plugin to host, a notification: a chunk of the output.
    public static let output = "output"
    /// Plugin to host, a notification: changes that the request proposes.
    public static let changes = "changes"
    /// Plugin to host, a notification: the progress of a long request.
    public static let progress = "progress"
    /// Plugin to host, a notification: a line for the plugin's log.
    public static let log = "log"
}

/// The versions of the protocol.
public enum PluginProtocol {
    /// The versions that this program supports, the newest last.
    public static let versions = [1]

    /// Returns the newest version that both sides support; nil if there is none.
    public static func agreed(_ ours: [Int] = versions, _ theirs: [Int]) -> Int? {
        ours.filter { theirs.contains($0) }.max()
    }
}
