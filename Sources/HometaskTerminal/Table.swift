// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

/// A table with rows and columns for a terminal of a given width.
///
/// Cells are escaped with ``EscapedText`` here, before they are measured and before a style is applied, so that a
/// caller cannot forget it. A column that is empty in every row is not shown.
public struct Table: Sendable {
    private let columns: [Column]
    private let titles: [MeasuredCell]
    private var rows: [[MeasuredCell]] = []
    /// The rows with cells beyond the last column.
    private var cutRows: Set<Int> = []
    /// The width of the widest cell in each column; 0 while all are empty.
    private var natural: [Int]

    /// The minimum width in which `…` marks rows with omitted cells; in a narrower table the mark would take too much
    /// space.
    private static let leastMarked = 12

    /// Creates a table without rows. Column titles are shown if any column has one.
    public init(columns: [Column]) {
        self.columns = columns
        titles = columns.map { MeasuredCell(Cell($0.title ?? "", style: .dim)) }
        natural = Array(repeating: 0, count: columns.count)
    }

    /// Adds a row. Missing cells are empty. Cells beyond the last column are left out, and the line then ends with `…`.
    public mutating func add(_ cells: [Cell]) { add(measured(cells)) }

    /// Adds a row for each item; many items are distributed over all processors.
    ///
    /// - Parameters:
    ///   - order: The indices of the items in row order; nil for the given order.
    ///   - cells: Returns the cells of an item's row; called on any thread.
    public mutating func add<Item: Sendable>(
        rowsOf items: [Item], inOrder order: [Int]? = nil, cells: @escaping @Sendable (Item) -> [Cell]
    ) {
        rows.reserveCapacity(rows.count + items.count)
        let found = ParallelMap.map(items, least: ParallelMap.many) { [self] in measured(cells($0)) }
        for place in order ?? Array(found.indices) { add(found[place]) }
    }

    /// Measures a row, and determines whether it has cells beyond the last column.
    private func measured(_ cells: [Cell]) -> (cells: [MeasuredCell], isCut: Bool) {
        (
            cells.prefix(columns.count).map(MeasuredCell.init),
            cells.dropFirst(columns.count).contains { !$0.text.isEmpty }
        )
    }

    private mutating func add(_ row: (cells: [MeasuredCell], isCut: Bool)) {
        if row.isCut { cutRows.insert(rows.count) }
        for (index, cell) in row.cells.enumerated() where cell.columns > natural[index] {
            natural[index] = cell.columns
        }
        rows.append(row.cells)
    }

    /// Returns the table as lines without line ends. No line is wider than `width` columns, and none ends with spaces.
    ///
    /// If space is short, the columns that shrink become narrower first, down to their minimum, and then the others,
    /// down to theirs. Truncated text ends with `…`. If even that is too wide, columns are left out from the right, and
    /// the lines of rows with text in them end with `…`, except in a very narrow terminal.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal in columns.
    ///   - mode: The colour support of the output.
    public func lines(width: Int, mode: ColorMode) -> [String] {
        let needed = zip(natural, titles).map { $0 == 0 ? 0 : max($0, $1.columns) }
        var widths = ColumnLayout(natural: needed, columns: columns, width: width).widths
        let isCut =
            width >= Self.leastMarked && (!cutRows.isEmpty || zip(needed, widths).contains { $0 > 0 && $1 == 0 })
        if isCut { widths = ColumnLayout(natural: needed, columns: columns, width: width - 2).widths }
        let header = titles.contains { $0.columns > 0 } && !rows.isEmpty ? [titles] : []
        return header.map { line(of: $0, widths: widths, mode: mode) }
            + ParallelMap.map(Array(rows.indices), least: ParallelMap.many) { [widths] number in
                let line = line(of: rows[number], widths: widths, mode: mode)
                return isCut && hasCut(rows[number], number, widths: widths) ? line + " …" : line
            }
    }

    /// Returns whether a row has text in a column that is not shown.
    private func hasCut(_ row: [MeasuredCell], _ number: Int, widths: [Int]) -> Bool {
        cutRows.contains(number) || zip(row, widths).contains { $0.columns > 0 && $1 == 0 }
    }

    private func line(of row: [MeasuredCell], widths: [Int], mode: ColorMode) -> String {
        var line = PaddedLine()
        var owed = 0
        for (index, cell) in row.enumerated() where widths[index] > 0 {
            let fitted = cell.fitted(to: widths[index])
            let room = widths[index] - fitted.columns
            if fitted.columns == 0 {
                owed += room + ColumnLayout.gap
                continue
            }
            let isRight = columns[index].alignment == .right
            line.append(spaces: owed + (isRight ? room : 0), fitted.styled(in: mode))
            owed = (isRight ? 0 : room) + ColumnLayout.gap
        }
        return line.text
    }
}

/// The alignment of text in a column.
public enum Alignment: Hashable, Sendable {
    /// Text on the left, spaces on the right.
    case left
    /// Text on the right, which suits numbers.
    case right
}

/// One cell of a ``Table``: its text and its style.
public struct Cell: Hashable, Sendable {
    /// The original text; the table makes it safe for a terminal.
    public var text: String
    /// The style of the whole text.
    public var style: Style

    /// The ranges in bold and underlined, in order, as UTF-8 byte offsets in the text as escaped by ``EscapedText``.
    public var marks: [Range<Int>]

    /// Creates a cell, by default plain and without marks.
    public init(_ text: String, style: Style = .plain, marks: [Range<Int>] = []) {
        self.text = text
        self.style = style
        self.marks = marks
    }
}

/// The properties of a column in a ``Table``.
public struct Column: Hashable, Sendable {
    /// The heading, if the table has headings.
    public var title: String?
    /// The alignment of its cells.
    public var alignment: Alignment
    /// The width that the column keeps if space is short, in columns of the terminal, at least 1. A column never takes
    /// more than its widest cell.
    public var minimum: Int
    /// Whether the column becomes narrower before the others if space is short.
    public var shrinks: Bool

    /// Creates a column. A minimum below 1 counts as 1.
    public init(title: String? = nil, alignment: Alignment = .left, minimum: Int = 6, shrinks: Bool = false) {
        self.title = title
        self.alignment = alignment
        self.minimum = max(minimum, 1)
        self.shrinks = shrinks
    }
}

/// A line of strings, each preceded by spaces, built in a single allocation.
struct PaddedLine {
    private var parts: [(spaces: Int, text: String)] = []
    private var byteCount = 0

    init() { parts.reserveCapacity(8) }

    mutating func append(spaces: Int, _ text: String) {
        parts.append((spaces, text))
        byteCount += spaces + text.utf8.count
    }

    var text: String {
        String(unsafeUninitializedCapacity: byteCount) { line in
            var place = 0
            for part in parts {
                let end = place + part.spaces
                line[place..<end].initialize(repeating: UInt8(ascii: " "))
                place = line[end...].initialize(fromContentsOf: part.text.utf8)
            }
            return place
        }
    }
}
