import Glibc
public enum EscapedText { public static func safe(_ text: String, keepsLines: Bool = false) -> String { text } }
public enum TextWidth {
 public enum Alignment: Sendable { case left, right }
 public static func columns(_ text: String) -> Int { text.count }
 public static func truncated(_ text: String, to columns: Int) -> String { String(text.prefix(columns)) }
 public static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String { text + String(repeating: " ", count: max(0, columns - text.count)) }
 public static func wrapped(_ text: String, to columns: Int) -> [String] { [text] } }
public enum ColorMode: Sendable { case none, basic, extended, full
 public static func decide(forced: Bool?, environment: [String: String], isTerminal: Bool) -> ColorMode { .none } }
public enum TerminalSize { public static func columns(environment: [String: String]) -> Int { 80 } }
public struct BrokenPipe: Error { }
public enum StandardOutput { public static func write(_ text: String) throws { print(text, terminator: "") } }
public enum StandardError { public static func write(_ text: String) { _ = text.utf8.withContiguousStorageIfAvailable { Glibc.write(2, $0.baseAddress, $0.count) } } }
