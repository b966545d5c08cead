// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A module of Python that tests hold a format against, in the first Python of the machine that has it.
public struct PythonModule: Sendable {
    private let name: String
    private let python: Tool?

    /// A module by its name.
    public init(_ name: String) {
        self.name = name
        python = [Tool("python3"), Tool("/usr/bin/python3")].first { tool in
            (try? tool.run(["-c", "import \(name)"]))?.status == 0
        }
    }

    /// The name of that Python.
    public var program: String { python?.name ?? "python3" }

    /// Whether some Python has it.
    public var isInstalled: Bool { python != nil }

    /// Why a test is skipped that needs it.
    public var note: String { "no Python has the module \(name)" }

    /// Runs a program of Python's that uses it.
    public func run(_ arguments: [String], input: String = "") throws -> (output: String, status: Int32) {
        try (python ?? Tool("python3")).run(arguments, input: input)
    }
}
