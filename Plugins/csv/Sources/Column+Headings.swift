// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

extension Column {
    /// The column with a heading: the column's own name, or a name that other programs use; nil if there is none.
    init?(heading: String) {
        guard let found = Self.known(heading) else { return nil }
        self = found.column
    }

    /// The column named in an option: by its name, by the field's option of `hometask add`, or by a heading of other
    /// programs; nil if there is none.
    init?(field name: String) {
        if let column = Self(named: name) ?? Self.byOption[name] ?? Self(heading: name) {
            self = column
        } else {
            return nil
        }
    }

    /// The column for a heading, and the heading's rank among its names: the lowest rank wins if several headings of a
    /// table belong to the same column.
    static func known(_ heading: String) -> (column: Column, place: Int)? {
        if let found = byHeading[plain(heading)] { return found }
        let words = words(of: heading)
        for (column, events, times) in [
            (completed, completionWords, timeWords), (created, creationWords, timeWords), (due, dueWords, dayWords),
            (wait, startWords, dayWords),
        ] {
            let event = words.filter { !times.contains($0) }
            if event.count < words.count, event.count == 1, events.contains(event[0]) { return (column, 1000) }
        }
        return nil
    }

    /// Returns the letters and digits in lower case, so that `Due Date` and `due_date` are equal.
    static func plain(_ heading: String) -> String {
        String(heading.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The words of a heading such as `Date completed`, `completed_at` or `completedAt`.
    private static func words(of heading: String) -> [String] {
        var words: [String] = []
        var isSmall = false
        for character in heading {
            guard character.isLetter || character.isNumber else {
                isSmall = false
                words.append("")
                continue
            }
            if words.isEmpty || isSmall && character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
            isSmall = character.isLowercase
        }
        return words.filter { !$0.isEmpty }
    }

    private static let dayWords: Set<String> = ["date", "datetime", "day", "timestamp", "at", "on", "utc"]
    private static let timeWords = dayWords.union(["time"])
    private static let completionWords: Set<String> = [
        "checked", "closed", "closing", "complete", "completed", "completion", "done", "finished", "resolved",
        "resolution", "ticked",
    ]
    private static let creationWords: Set<String> = ["added", "create", "created", "creation", "entered", "entry"]
    private static let dueWords: Set<String> = ["due", "deadline"]
    private static let startWords: Set<String> = ["begin", "begins", "defer", "deferred", "start", "starts"]

    private static let byHeading: [String: (column: Column, place: Int)] = {
        var columns: [String: (column: Column, place: Int)] = [:]
        for column in all {
            for (place, name) in ([column.name] + column.otherNames).enumerated() {
                columns[plain(name)] = (column, place)
            }
        }
        return columns
    }()

    /// The columns whose options in `hometask add` have other names.
    private static let byOption: [String: Column] = [
        "for": .assignees, "tag": .tags, "every": .repeat, "at": .place, "remind": .reminders, "item": .items,
        "between": .window,
    ]

    /// The headings that other programs use, the most specific ones first.
    private var otherNames: [String] {
        switch self {
        case .id:
            ["uuid", "uid", "guid", "task id", "card id", "issue key", "issue id", "item id", "key", "identifier"]
        case .title:
            [
                "task name", "task title", "card name", "item name", "task", "tasks", "subject", "summary", "content",
                "todo", "to do", "what", "name", "titel", "aufgabe", "aufgabenname", "betreff", "titre", "tâche",
                "nom de la tâche", "taak", "taaknaam", "onderwerp", "título", "tarea", "asunto",
            ]
        case .status:
            [
                "state", "task status", "is done", "is completed", "is complete", "due complete",
                "checked", "progress", "complete", "percent complete", "statut", "état", "estado", "fortschritt",
            ]
        case .description:
            [
                "card description", "task content", "task description", "notes", "note", "details", "detail", "comment",
                "comments", "body", "text", "beschreibung", "notizen", "beschrijving", "notities", "descripción",
                "notas",
            ]
        case .category:
            [
                "categories", "project", "projects", "project name", "list", "list name", "task list", "bucket name",
                "bucket", "group", "area", "folder", "section", "section/column", "board name", "kategorie",
                "kategorien", "liste", "projekt", "catégorie", "catégories", "projet", "categorie", "categorieën",
                "lijst", "categoría", "categorías", "proyecto", "lista",
            ]
        case .tags:
            [
                "tag", "labels", "label", "keywords", "contexts", "context", "schlagwörter", "étiquettes", "etiquetas",
            ]
        case .assignees:
            [
                "assignee", "assigned to", "assigned", "owner", "member", "members", "responsible", "who", "person",
                "for", "assign", "assignee email", "zugewiesen an", "zuständig", "verantwortlich", "assigné à",
                "responsable", "toegewezen aan", "verantwoordelijke", "asignado a",
            ]
        case .due:
            [
                "due date", "due on", "due at", "due by", "due datetime", "deadline", "date", "when", "end date",
                "fällig", "fällig am", "fälligkeitsdatum", "échéance", "date d'échéance", "vervaldatum",
                "einddatum", "fecha de vencimiento", "vencimiento",
            ]
        case .wait:
            [
                "wait until", "start", "start date", "start on", "hide until", "defer", "defer until", "defer date",
                "scheduled", "beginnt am", "startdatum", "date de début", "begindatum", "fecha de inicio",
            ]
        case .priority:
            [
                "prio", "importance", "urgency", "flagged", "starred", "is important", "priorität", "priorité",
                "prioriteit", "prioridad",
            ]
        case .points: ["score", "reward"]
        case .proof: ["needs photo"]
        case .place: ["location", "pin", "where"]
        case .within: ["radius", "within metres", "within meters"]
        case .repeat: ["recurrence", "recurring", "rrule", "repeats", "recurrence rule"]
        case .items: ["checklist", "subtasks", "steps", "checklist items"]
        case .after: ["depends", "depends on", "blocked by", "dependencies", "predecessors"]
        case .completed:
            [
                "completed at", "completed on", "completed date", "completed time", "completion date", "date completed",
                "done", "done at", "done on", "finished", "closed", "resolved", "completion", "erledigt", "erledigt am",
                "abgeschlossen", "abgeschlossen am", "terminé", "terminée", "terminé le", "voltooid", "voltooid op",
                "afgerond", "gereed", "completado", "completada", "terminado",
            ]
        case .completedBy: ["done by", "finished by", "closed by"]
        case .created:
            [
                "created at", "created on", "created date", "created time", "creation date", "date created",
                "date added", "added", "erstellt", "erstellt am", "créé le", "aangemaakt", "gemaakt op", "creado",
                "fecha de creación",
            ]
        case .createdBy: ["author", "creator", "reporter", "added by"]
        case .reminders: ["reminder"]
        default: []
        }
    }
}
