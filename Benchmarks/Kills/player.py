"""A running player on the bus, and the random edits that it is given."""
import subprocess
import time

from gi.repository import Gio, GLib

from model import Queue, Report
from stage import Missed

NAME = "org.mpris.MediaPlayer2.segue"
NOTHING = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
PLAYER = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
SEGUE = "/io/github/segueplayer/Segue"
QUEUE, CONTROL, LIBRARY = ((SEGUE, f"io.github.segueplayer.Segue.{name}1") for name in ("Queue", "Control", "Library"))
# Seconds: the limits of a start and of an answer, and the length of a track.
START_LIMIT, ANSWER_LIMIT, LENGTH = 10, 10, 30
# A queue with more entries loses half of them with the next removal.
LONGEST = 40


class Ended(Exception):
    """The player was killed, and answers no more."""


class Player:
    """One process of the player, from its start to its end."""

    def __init__(self, process, bus, model, random, files, fault):
        self.process, self.bus, self.model, self.random, self.files = process, bus, model, random, files
        self.fault, self.state, self.is_reading, self.unreported = fault, None, False, 0
        self.edits, self.weights = zip(
            (self.add, 20), (self.remove, 20), (self.move, 20), (self.undo, 8), (self.redo, 5), (self.seek, 8),
            (self.shuffle, 3), (self.volume, 4), (self.next, 4), (self.crossfade, 4), (self.jump, 3), (self.play, 1),
            (self.replace, 1))

    # Calls

    def wait_for_name(self):
        """Waits until the player is on the bus. Calls that follow wait for the restored session."""
        end = time.monotonic() + START_LIMIT
        while self.process.poll() is None:
            try:
                self.owner = self.bus.call_sync(
                    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner",
                    GLib.Variant("(s)", (NAME,)), None, 0, -1, None).unpack()[0]
                return
            except GLib.Error:
                if time.monotonic() > end:
                    raise Missed(f"the player is not on the bus after {START_LIMIT} s")
                time.sleep(0.01)
        raise Ended

    def call(self, target, member, signature="()", *arguments, waits=True):
        """Calls the player and returns its answer, or None if it refuses or `waits` is false."""
        call = (self.owner, *target, member, GLib.Variant(signature, arguments), None, 0, ANSWER_LIMIT * 1000, None)
        if not waits:
            return self.bus.call(*call, None)
        try:
            return self.bus.call_sync(*call).unpack()
        except GLib.Error as error:
            name = Gio.DBusError.get_remote_error(error) or ""
            if name and not name.endswith((".NoReply", ".ServiceUnknown", ".NameHasNoOwner", ".Disconnected")):
                return None
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            raise Missed(f"no answer to {member} within {ANSWER_LIMIT} s")
        raise Ended

    def properties(self, target):
        return self.call((target[0], "org.freedesktop.DBus.Properties"), "GetAll", "(s)", target[1])[0]

    def report(self):
        """Reads the state of the player."""
        entries = self.call(QUEUE, "List", "(uu)", 0, 250)[1]
        values = self.properties(PLAYER)
        now = time.monotonic()
        self.state = self.properties(CONTROL)["State"]
        self.is_reading = self.properties(LIBRARY)["Reading"]
        queue = Queue(values["Shuffle"], tuple((entry["mpris:trackid"], entry["xesam:url"]) for entry in entries))
        entry = values["Metadata"].get("mpris:trackid", NOTHING)
        return Report(now, queue, entry, values["Position"] / 1e6, values["Volume"])

    def edit(self, target, member, signature="()", *arguments, entries=None, outcome=None, is_free=False):
        """Gives a command that leads to these entries, whose paths may be None, or to a queue with this outcome."""
        def is_expected(queue):
            return len(queue.entries) == len(entries) and all(
                uri == wanted and path in (None, known)
                for (known, uri), (path, wanted) in zip(queue.entries, entries))
        self.model.expect(member, outcome or is_expected, is_free)
        answer = self.call(target, member, signature, *arguments)
        answered = time.monotonic()
        self.model.answers["refused" if answer is None else "done"] += 1
        if answer is not None and entries is not None:
            new = iter(answer[0] if answer else ())
            entries = tuple((path or next(new, None), uri) for path, uri in entries)
            self.model.acknowledge(Queue(self.model.queue.is_shuffled, entries), answered)
            self.unreported += 1
            if not is_free and self.unreported < self.random.randint(1, 6):
                return
        self.unreported = 0
        report = self.report()
        if answer is not None and entries is not None and report.queue != self.model.queue:
            self.fault(f"after {member}, an unexpected queue: {self.model.difference(report.queue)}")
        self.model.acknowledge(report.queue, answered)
        self.model.add(report)

    # Edits

    def edit_at_random(self):
        self.random.choices(self.edits, self.weights)[0]()

    def edit_and_move_on(self):
        """Gives an edit after which another track is the current one, so that the player saves both."""
        self.random.choice((self.remove_current, self.remove_current, self.undo, self.replace, self.jump))()

    def insert(self, files, place):
        """Inserts files at a place in play order."""
        is_shuffled, old = self.model.queue
        new = tuple((None, path.as_uri()) for path in files)
        # Under shuffle, the player shuffles the first entries and those that are added at the end.
        where = "first" if place == 0 else "last" if place == len(old) and not is_shuffled else "after"
        uris = sorted(uri for _, uri in new)
        expected = {"entries": old[:place] + new + old[place:]} if old or not is_shuffled else {
            "outcome": lambda queue: sorted(uri for _, uri in queue.entries) == uris}
        self.edit(QUEUE, "Insert", "(assoba{sa{sv}})", [str(path) for path in files], where,
                  old[place - 1][0] if where == "after" else NOTHING, False, {}, is_free=not old, **expected)

    def add(self):
        self.insert(self.random.choices(self.files, k=self.random.randint(1, 3)),
                    self.random.randint(0, len(self.model.queue.entries)))

    def play_new(self, file):
        """Adds a file after the current entry and skips to it, so that it is analysed."""
        paths = [path for path, _ in self.model.queue.entries]
        self.insert([file], paths.index(self.model.entry) + 1 if self.model.entry in paths else 0)
        self.next()

    def remove(self):
        old = self.model.queue.entries
        count = len(old) // 2 if len(old) > LONGEST else self.random.randint(1, 3)
        self.remove_entries([path for path, _ in self.random.sample(old, min(count, len(old)))])

    def remove_current(self):
        self.remove_entries([self.model.entry])

    def remove_entries(self, paths):
        old = self.model.queue.entries
        self.edit(QUEUE, "Remove", "(ao)", paths, entries=tuple(entry for entry in old if entry[0] not in paths),
                  is_free=not {self.model.entry, self.model.successor}.isdisjoint(paths))

    def move(self):
        rest = list(self.model.queue.entries)
        if len(rest) > 1:
            entry = rest.pop(self.random.randrange(len(rest)))
            place = self.random.randint(0, len(rest))
            self.edit(QUEUE, "Move", "(oso)", entry[0], "after", rest[place - 1][0] if place else NOTHING,
                      entries=tuple(rest[:place] + [entry] + rest[place:]))

    def undo(self, member="Undo"):
        self.edit(QUEUE, member, outcome=self.model.former.__contains__, is_free=True)

    def redo(self):
        self.undo("Redo")

    def replace(self):
        self.edit(QUEUE, "Clear", entries=(), is_free=True)
        self.insert(self.random.sample(self.files, 12), 0)

    def set_property(self, name, kind, value, outcome):
        self.edit((PLAYER[0], "org.freedesktop.DBus.Properties"), "Set", "(ssv)", PLAYER[1], name,
                  GLib.Variant(kind, value), outcome=outcome)

    def shuffle(self):
        old = self.model.queue
        self.set_property("Shuffle", "b", not old.is_shuffled, lambda queue: (
            queue.is_shuffled != old.is_shuffled and sorted(queue.entries) == sorted(old.entries)))

    # Other commands

    def volume(self):
        volume = self.random.randint(0, 64) / 64
        self.model.volumes.add(volume)
        self.set_property("Volume", "d", volume, self.model.queue.__eq__)

    def seek(self):
        position = self.random.uniform(0, LENGTH - 0.5)
        self.model.expect_position(position)
        self.edit(PLAYER, "SetPosition", "(ox)", self.model.entry, int(position * 1e6),
                  outcome=self.model.queue.__eq__)

    def skip(self, target, member, *arguments):
        self.edit(target, member, *arguments, outcome=self.model.queue.__eq__, is_free=True)

    def play(self):
        self.skip(PLAYER, "Play")

    def next(self):
        self.skip(PLAYER, "Next")

    def jump(self):
        if self.model.queue.entries:
            self.skip(QUEUE, "Jump", "(o)", self.random.choice(self.model.queue.entries)[0])

    def crossfade(self):
        # The answer comes when the next track is heard, after many edits.
        self.model.expect("Crossfade", None, True)
        self.call(CONTROL, "Crossfade", waits=False)
