// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A Python module used as a reference for a format, in the first installed Python that provides it.
public struct PythonModule: Sendable {
    private let name: String
    private let version: Int?
    private let python: Tool?

    /// A module by its name.
    ///
    /// - Parameter version: the lowest accepted major version, by the module's `__version__`; nil for any.
    public init(_ name: String, since version: Int? = nil) {
        self.name = name
        self.version = version
        let check = version.map { "; assert int(\(name).__version__.split('.')[0]) >= \($0)" } ?? ""
        python = [Tool("python3"), Tool("/usr/bin/python3")].first { tool in
            (try? tool.run(["-c", "import \(name)\(check)"]))?.status == 0
        }
    }

    /// The name of the Python with the module.
    public var program: String { python?.name ?? "python3" }

    /// Whether any Python has the module.
    public var isInstalled: Bool { python != nil }

    /// The reason for skipping a test that needs the module.
    public var note: String { "no Python has the module \(name)\(version.map { " \($0)" } ?? "")" }

    /// Runs a Python program that uses the module.
    public func run(_ arguments: [String], input: String = "") throws -> (output: String, status: Int32) {
        try (python ?? Tool("python3")).run(arguments, input: input)
    }
}
