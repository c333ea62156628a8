import SDBus
import SegueCore

/// Shows each track as it begins, where a person wants that (`Configuration.notifyTracks`). One notification takes the
/// place of the former.
final class TrackNotifications {
    private let bus: Bus
    /// The notification that was shown last, and the track that it was about.
    private var shown: (track: EntryID, notification: DesktopNotification)?
    /// The number that the desktop has given it; 0 while there is none.
    private var number: UInt32 = 0

    init(bus: Bus) { self.bus = bus }

    /// Follows a step of the player. Does nothing in a pause, and for what is shown already.
    func follow(_ snapshot: Snapshot) {
        guard snapshot.configuration.notifyTracks else {
            shown = nil
            return
        }
        guard snapshot.status == .playing, let track = snapshot.track else { return }
        let notification = Self.notification(of: track)
        guard shown?.track != track.id || shown?.notification != notification else { return }
        shown = (track.id, notification)
        bus.call(notification.call(inPlaceOf: number)) { [weak self] reply in
            if case .uint32(let number)? = (try? reply.get())?.first { self?.number = number }
        }
    }

    static func notification(of track: QueueEntry) -> DesktopNotification {
        let people = track.metadata.artists.joined(separator: ", ")
        let text = [people, track.metadata.album ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
        return DesktopNotification(
            title: track.displayTitle, text: text, picture: track.metadata.artURI, isTransient: true)
    }
}
