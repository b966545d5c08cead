// SPDX-License-Identifier: Apache-2.0

/// A part of a file that becomes a task and has no id: it is identified by its contents.
public struct ContentPart: Hashable, Sendable {
    /// The bytes from which the key is made; equal parts have equal bytes.
    public let content: [UInt8]
    /// For a part whose task is done: the possible contents while the task was open. Empty for an open task.
    public let whileOpen: [[UInt8]]

    /// Creates a part from its contents.
    public init(_ content: [UInt8], whileOpen: [[UInt8]]) {
        self.content = content
        self.whileOpen = whileOpen
    }

    var contents: [[UInt8]] { [content] + whileOpen }
}
