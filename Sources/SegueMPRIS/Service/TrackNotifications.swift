import SDBus
import SegueCore

/// Shows a notification when a track begins, if `Configuration.notifyTracks` is set. Each notification replaces the
/// previous one.
final class TrackNotifications {
    private let bus: Bus
    /// The last notification and its track.
    private var shown: (track: EntryID, notification: DesktopNotification)?
    /// The notification to send once the desktop has replied to the previous one.
    private var next: DesktopNotification?
    private var isUnderWay = false
    /// The desktop's number of the last notification; 0 before the first one.
    private var number: UInt32 = 0

    init(bus: Bus) { self.bus = bus }

    /// Follows a step of the player. Has no effect during a pause, or if the track is already shown.
    func follow(_ snapshot: Snapshot) {
        guard snapshot.configuration.notifyTracks else {
            shown = nil
            return
        }
        guard snapshot.status == .playing, let track = snapshot.track else { return }
        let notification = Self.notification(of: track)
        guard shown?.track != track.id || shown?.notification != notification else { return }
        shown = (track.id, notification)
        next = notification
        send()
    }

    /// Sends one notification at a time, because the next one replaces it by its number.
    private func send() {
        guard !isUnderWay, let notification = next else { return }
        next = nil
        isUnderWay = true
        bus.call(notification.call(inPlaceOf: number)) { [weak self] reply in
            guard let self else { return }
            isUnderWay = false
            if case .uint32(let number)? = (try? reply.get())?.first { self.number = number }
            send()
        }
    }

    private static func notification(of track: QueueEntry) -> DesktopNotification {
        let people = track.metadata.artists.joined(separator: ", ")
        let text = [people, track.metadata.album ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
        return DesktopNotification(
            title: track.displayTitle, text: text, picture: track.metadata.artURI, isTransient: true)
    }
}
