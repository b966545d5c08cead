public struct Schema { public struct Fault: CustomStringConvertible { public var found: String; public var expected: String; public var description: String }
public static func of(_ kind: DocumentKind) -> Schema? { nil }
public func rule(for: String) -> MergeRule? { nil }
public func validate(_ o: JSONObject) -> [Fault] { [] }
public func validate(field: String, value: JSON) -> [Fault] { [] }
}
