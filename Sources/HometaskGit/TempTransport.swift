public protocol Transport: Sendable {}
public struct InstalledGit: Transport { public init() {} }
