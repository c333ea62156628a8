import ArgumentParser
import SegueCore
import SegueKit

/// The completions that need the running player or the settings.
enum Completions {
    /// Returns completions for the selectable outputs, after the candidates in `more`. Without a player, returns the
    /// outputs that always exist.
    static func outputs(with more: [CompletionCandidate] = []) -> CompletionKind {
        kind { _ in more + outputCandidates() }
    }

    /// The queue positions with their entries; empty without a player.
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

    /// The names of the playlists; empty without a player.
    static let playlists = kind { _ in
        ((try? player()?.playlists()) ?? []).map { CompletionCandidate(word: $0.name) }
    }

    /// The names of the playlists that can be changed; empty without a player.
    static let changeablePlaylists = kind { _ in
        ((try? player()?.changeablePlaylists()) ?? []).map { CompletionCandidate(word: $0.name) }
    }

    /// The names of the running players that a person has named.
    static let instances = kind { _ in
        let names = (try? PlayerClient(patience: patience).namedInstances()) ?? []
        return names.map { CompletionCandidate(word: $0) }
    }

    /// The values of the preceding setting, if they can be listed.
    static let values = kind { words in
        guard let field = words.lazy.compactMap(ConfigurationField.init).first else { return [] }
        if field == .output { return outputCandidates() }
        let switches = field.setting.kind == .truth ? ["on", "off"] : []
        return (field.choices + switches).map { CompletionCandidate(word: $0) }
    }

    /// The changes of a transition; after `curve`, the curves.
    static let transitionChanges = kind { words in
        guard words.last != TransitionChange.Word.curve.rawValue else {
            return FadeCurve.allCases.map { CompletionCandidate(word: $0.rawValue) }
        }
        return TransitionChange.Word.allCases.map {
            CompletionCandidate(word: $0.rawValue, explanation: $0.explanation)
        }
    }

    /// The albums of the library that match a word, with their artists; empty before the music folders have been read.
    static let albums = CompletionKind.custom { _, _, word in
        let albums = try? LibrarySearch.user?.albums(LibraryQuery(words: word), now: LibraryAccess.now, limit: 200)
        return (albums ?? []).map { album in
            let people = album.artists.isEmpty ? nil : album.artists.joined(separator: ", ")
            return CompletionCandidate(word: album.title, explanation: people)
                .text(for: CompletionShell.requesting)
        }
    }

    /// The artists of the library whose name contains a word; empty before the music folders have been read.
    static let artists = CompletionKind.custom { _, _, word in
        let wanted = TextFold.fold(word)
        let artists = try? LibrarySearch.user?.artists(LibraryQuery(words: word), now: LibraryAccess.now, limit: 200)
        return (artists ?? []).filter { TextFold.fold($0.name).contains(wanted) }.map { artist in
            CompletionCandidate(word: artist.name).text(for: CompletionShell.requesting)
        }
    }

    private static func outputCandidates() -> [CompletionCandidate] {
        let always = [
            CompletionCandidate(word: "auto", explanation: "The first output that works"),
            CompletionCandidate(word: "null", explanation: "Silence, in real time"),
        ]
        let devices = (try? player()?.outputs()) ?? []
        return always + devices.map { CompletionCandidate(word: $0.name, explanation: $0.description) }
    }

    /// The time to wait for a reply, in nanoseconds. Short, because the person is in the middle of a word.
    private static let patience: Int64 = 500_000_000

    /// Connects to the player; nil if none is running.
    private static func player() -> PlayerClient? { try? PlayerClient.connect(patience: patience) }

    /// Creates a completion. `candidates` receives the words of the command line before the one being completed.
    private static func kind(
        _ candidates: @escaping @Sendable (_ words: [String]) -> [CompletionCandidate]
    ) -> CompletionKind {
        .custom { words, index, _ in
            candidates(Array(words.prefix(index))).map { $0.text(for: CompletionShell.requesting) }
        }
    }
}
