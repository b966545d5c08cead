// SPDX-License-Identifier: Apache-2.0

/// The meaning of a program's word for the state of a task, where hometask has only open and done.
public enum TaskState: Hashable, Sendable {
    /// The task is still to be done: `In progress`, `needsAction`.
    case open
    /// The task was done: `Completed`, `yes`, `100%`.
    case done
    /// The task was put away, and the word does not say whether it was done: `Archived`.
    case archived
    /// The task was given up: `Cancelled`, `Won't do`, `Deleted`.
    case cancelled
    /// The task is postponed: `On hold`, `Deferred`.
    case paused
    /// The word is not recognised.
    case unknown

    /// Reads a word in English, German, French, Dutch or Spanish; an empty one means open.
    ///
    /// Case, spaces and punctuation are ignored.
    public init(_ word: some StringProtocol) {
        let text = PlainText.line(word).line.lowercased()
        if let state = Self.signs[text] ?? Self.percentage(text) {
            self = state
            return
        }
        let words = text.split { !$0.isLetter && !$0.isNumber && !"'’".contains($0) }.map { word in
            String(word.filter { $0.isLetter || $0.isNumber })
        }
        self = Self.state(words)
    }

    /// Whether the task is over, so that it is imported as done: done, archived or cancelled.
    public var isOver: Bool { [.done, .archived, .cancelled].contains(self) }

    /// Returns the report about a task in this state, without its name; nil if it is open or done.
    ///
    /// - Parameter word: the program's word.
    public func report(_ word: some StringProtocol) -> String? {
        let word = PlainText.line(word).line.excerpt(limit: 40)
        return switch self {
        case .open, .done: nil
        case .archived, .cancelled: "the status ‘\(word)’ is neither open nor done; the task is imported as done"
        case .paused: "the status ‘\(word)’ is neither open nor done; the task is imported as open"
        case .unknown: "the status ‘\(word)’ is not known; the task is imported as open"
        }
    }

    private static func state(_ words: [String]) -> TaskState {
        if words.isEmpty { return .unknown }
        if let state = byWord[words.joined()] { return state }
        // ‘Cancelled by the shop’ is cancelled, but ‘done by Friday’ is not done.
        for count in (1..<words.count).reversed() {
            guard let state = byWord[words.prefix(count).joined()] else { continue }
            return [.archived, .cancelled, .paused].contains(state) ? state : .unknown
        }
        return .unknown
    }

    /// Returns the state for a percentage; nil if the text is not a percentage.
    private static func percentage(_ text: String) -> TaskState? {
        guard text.hasSuffix("%"), let number = Int(text.prefix { $0.isNumber }) else { return nil }
        return number >= 100 ? .done : .open
    }

    private static let signs: [String: TaskState] = [
        "": .open, "-": .open, "–": .open, "☐": .open, "⬜": .open, "[ ]": .open, "[]": .open, "✓": .done, "✔": .done,
        "✔️": .done, "☑": .done, "☑️": .done, "✅": .done, "✗": .cancelled, "✘": .cancelled, "❌": .cancelled,
    ]

    private static let byWord: [String: TaskState] = {
        var states: [String: TaskState] = [:]
        for (state, words) in [
            (TaskState.open, openWords), (.done, doneWords), (.archived, archivedWords), (.cancelled, cancelledWords),
            (.paused, pausedWords),
        ] {
            for word in words.split(whereSeparator: { $0 == "," || $0.isNewline }) {
                states[String(word.filter { $0.isLetter || $0.isNumber })] = state
            }
        }
        return states
    }()

    private static let openWords = """
        no, n, false, 0, open, opened, reopened, todo, to do, pending, active, normal, new, next, next action, current
        available, inbox, backlog, ready, planned, scheduled, due soon, overdue, incomplete, uncompleted, not completed
        not complete, not done, undone, unchecked, not started, not yet started, not begun, needs action, in progress
        inprocess, in process, in review, review, doing, started, ongoing, working, working on it, under way, underway
        nein, offen, ausstehend, unerledigt, nicht erledigt, nicht begonnen, neu, aktiv, geplant, zu erledigen, laufend
        in Arbeit, in Bearbeitung, begonnen
        non, ouvert, ouverte, à faire, en cours, non commencé, non commencée, non terminé, nouveau, nouvelle, actif
        nee, te doen, niet begonnen, niet gestart, niet voltooid, bezig, in behandeling, nieuw, actief, gepland
        abierto, abierta, pendiente, por hacer, no iniciado, no iniciada, no empezado, no comenzada, en curso
        en progreso, en proceso, nuevo, nueva, activo, activa, incompleto
        """

    private static let doneWords = """
        yes, y, true, x, 1, done, completed, complete, closed, finished, resolved, checked, achieved, accomplished
        ja, erledigt, fertig, abgeschlossen, beendet, geschlossen, gelöst, getan
        oui, fait, faite, fini, finie, terminé, terminée, achevé, achevée, fermé, fermée, résolu, résolue, clos
        klaar, gereed, gedaan, voltooid, afgerond, afgehandeld, gesloten, opgelost
        sí, si, hecho, hecha, completado, completada, completo, completa, terminado, terminada, finalizado, finalizada
        cerrado, cerrada, resuelto, resuelta
        """

    private static let archivedWords = """
        archived, archive
        archiviert, im Archiv, archivé, archivée, gearchiveerd, archivado, archivada
        """

    private static let cancelledWords = """
        cancelled, canceled, cancel, aborted, abandoned, dropped, discarded, won't do, wont do, will not do, won't fix
        wontfix, will not fix, not doing, not planned, no longer needed, not needed, not applicable, n/a, rejected
        declined, obsolete, outdated, expired, missed, failed, duplicate, invalid, skipped, void, voided, withdrawn
        deleted, removed, trash, trashed, in trash, in the trash
        abgebrochen, abgesagt, storniert, gekündigt, verworfen, abgelehnt, aufgegeben, entfallen, entfällt, hinfällig
        nicht mehr nötig, übersprungen, gelöscht, entfernt, im Papierkorb, doppelt, ungültig, fehlgeschlagen
        annulé, annulée, abandonné, abandonnée, rejeté, rejetée, refusé, refusée, supprimé, supprimée, obsolète
        sans suite, doublon, ignoré, ignorée, échoué, échouée
        geannuleerd, afgelast, vervallen, afgewezen, afgebroken, verwijderd, overgeslagen, niet nodig, dubbel, mislukt
        cancelado, cancelada, anulado, anulada, abandonado, abandonada, descartado, descartada, rechazado, rechazada
        eliminado, eliminada, borrado, borrada, duplicado, duplicada, obsoleto, obsoleta, omitido, omitida, fallido
        """

    private static let pausedWords = """
        on hold, onhold, hold, held, paused, suspended, postponed, delayed, deferred, snoozed, inactive, dormant, parked
        shelved, someday, someday maybe, maybe, later, blocked, stuck, waiting, wait, waiting for, waiting on others
        waitingonothers, waiting on someone else, waiting for someone else, delegated, draft, stopped, stalled, iced
        pausiert, angehalten, ausgesetzt, zurückgestellt, verschoben, aufgeschoben, vertagt, wartend, wartet, warten
        warten auf, warten auf andere, wartet auf andere Person, blockiert, gestoppt, irgendwann, vielleicht, später
        inaktiv, ruht, delegiert
        en attente, en pause, suspendu, suspendue, reporté, reportée, différé, différée, bloqué, bloquée, repoussé
        plus tard, un jour, en attente de quelqu'un d'autre, inactif, arrêté, délégué
        in de wacht, gepauzeerd, opgeschort, uitgesteld, wachtend, wachten, wachten op, wachten op iemand anders
        geblokkeerd, gestopt, ooit, misschien, inactief, gedelegeerd
        en espera, en pausa, pausado, pausada, suspendido, suspendida, aplazado, aplazada, pospuesto, pospuesta
        diferido, diferida, esperando, a la espera de otra persona, bloqueado, bloqueada, algún día, tal vez, detenido
        inactivo, delegado
        """
}
