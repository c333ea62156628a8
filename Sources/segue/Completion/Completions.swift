import ArgumentParser
import SegueCore
import SegueKit

/// What only the running player, or the settings, can complete.
enum Completions {
    /// The outputs that can be chosen, behind the candidates in `more`. Without a player, the outputs that always
    /// exist.
    static func outputs(with more: [CompletionCandidate] = []) -> CompletionKind {
        kind { _ in more + outputCandidates() }
    }

    /// The places of the queue with the entries there; nothing without a player.
    static let places = kind { _ in
        var candidates: [CompletionCandidate] = []
        try? player()?.forEachPage { offset, page in
            candidates += page.enumerated().map {
                CompletionCandidate(word: "\(offset + $0.offset + 1)", explanation: $0.element.displayName)
            }
            return true
        }
        return candidates
    }

    /// The names of the playlists; nothing without a player.
    static let playlists = kind { _ in
        ((try? player()?.playlists()) ?? []).map { CompletionCandidate(word: $0.name) }
    }

    /// The names of the players that a person has named, as far as they run.
    static let instances = kind { _ in
        let names = (try? PlayerClient(patience: patience).namedInstances()) ?? []
        return names.map { CompletionCandidate(word: $0) }
    }

    /// The values of the setting that is named before them, if they can be listed.
    static let values = kind { words in
        guard let field = words.lazy.compactMap(ConfigurationField.init).first else { return [] }
        if field == .output { return outputCandidates() }
        let switches = field.setting.kind == .truth ? ["on", "off"] : []
        return (field.choices + switches).map { CompletionCandidate(word: $0) }
    }

    /// The changes of a transition, and after `curve` the curves.
    static let transitionChanges = kind { words in
        guard words.last != TransitionChange.Word.curve.rawValue else {
            return FadeCurve.allCases.map { CompletionCandidate(word: $0.rawValue) }
        }
        return TransitionChange.Word.allCases.map {
            CompletionCandidate(word: $0.rawValue, explanation: $0.explanation)
        }
    }

    /// The albums of the library that a word finds, with their people; nothing before the music folders have been read.
    static let albums = CompletionKind.custom { _, _, word in
        let albums = try? LibrarySearch.user?.albums(LibraryQuery(words: word), now: LibraryAccess.now, limit: 200)
        return (albums ?? []).map { album in
            let people = album.artists.isEmpty ? nil : album.artists.joined(separator: ", ")
            return CompletionCandidate(word: album.title, explanation: people)
                .text(for: CompletionShell.requesting)
        }
    }

    /// The artists of the library whose name has a word; nothing before the music folders have been read.
    static let artists = CompletionKind.custom { _, _, word in
        let wanted = TextFold.fold(word)
        let artists = try? LibrarySearch.user?.artists(LibraryQuery(words: word), now: LibraryAccess.now, limit: 200)
        return (artists ?? []).filter { TextFold.fold($0.name).contains(wanted) }.map { artist in
            CompletionCandidate(word: artist.name).text(for: CompletionShell.requesting)
        }
    }

    private static func outputCandidates() -> [CompletionCandidate] {
        let always = [
            CompletionCandidate(word: "auto", explanation: "The first that works"),
            CompletionCandidate(word: "null", explanation: "Silence, in real time"),
        ]
        let devices = (try? player()?.outputs()) ?? []
        return always + devices.map { CompletionCandidate(word: $0.name, explanation: $0.description) }
    }

    /// In nanoseconds: a person waits for an answer in the middle of a word, so a player that does not answer is given
    /// up soon.
    private static let patience: Int64 = 500_000_000

    /// Nil when no player runs.
    private static func player() -> PlayerClient? { try? PlayerClient.connect(patience: patience) }

    /// `candidates` gets the words of the command line before the one that is completed.
    private static func kind(
        _ candidates: @escaping @Sendable (_ words: [String]) -> [CompletionCandidate]
    ) -> CompletionKind {
        .custom { words, index, _ in
            candidates(Array(words.prefix(index))).map { $0.text(for: CompletionShell.requesting) }
        }
    }
}
