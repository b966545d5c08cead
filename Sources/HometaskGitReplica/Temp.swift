import HometaskGit
public import HometaskReplica
extension GitReplica {
 public func sync(_ direction: SyncDirection, remote: String?, progress: @escaping @Sendable (SyncProgress) -> Void) async throws -> SyncReport { fatalError() }
 public func examine(repairs: Bool) throws -> [Finding] { [] }
 func cloneBranch(progress: @escaping @Sendable (SyncProgress) -> Void) async throws { fatalError() }
}
