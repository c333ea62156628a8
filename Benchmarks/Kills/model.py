"""The queues that a player acknowledged, the tracks and positions that it reported, and the check of its next start."""
import collections
import time

# Seconds: the age of the oldest answer that may be lost, on a busy machine, and of the restored position.
LATE, POSITION_LATE = 0.25, 5
# The tolerance of a position, in seconds.
NEAR = 0.25

# True if shuffle is on, and the entries in play order, each as its path on the bus and its URI.
Queue = collections.namedtuple("Queue", "is_shuffled entries")
# The state of the player at a time: the queue, the current entry, its position in seconds, and the volume.
Report = collections.namedtuple("Report", "time queue entry position volume")


class Model:
    """The acknowledged states since the last start that was checked."""

    def __init__(self):
        self.former, self.commands = set(), collections.deque(maxlen=5)
        self.answers = collections.Counter()
        self.begin(Report(time.monotonic(), Queue(False, ()), None, 0, 1))

    def begin(self, report):
        """Forgets all states but this one, which a player has restored."""
        self.queues, self.reports, self.volumes = [], [], set()
        self.commands.clear()
        self.acknowledge(report.queue, report.time)
        self.add(report)

    @property
    def queue(self):
        return self.queues[-1][0]

    @property
    def entry(self):
        return self.reports[-1].entry

    @property
    def successor(self):
        """The entry after the current one, which may have begun since the last report."""
        paths = [path for path, _ in self.queue.entries]
        return (paths + [None])[paths.index(self.entry) + 1] if self.entry in paths else None

    # Commands

    def expect(self, command, outcome, is_free):
        """Notes that a command is sent whose queue fulfils the condition; a free command may lead to any track."""
        self.commands.append(command)
        self.outcome, self.is_free = outcome, self.is_free or is_free

    def expect_position(self, position):
        """Notes that a command is sent after which the current track may be at the position."""
        self.reports.append(self.reports[-1]._replace(time=time.monotonic(), position=position))

    def acknowledge(self, queue, answered):
        """Adds a queue, with the time of the answer to its edit."""
        self.outcome = None
        self.former.add(queue)
        if not self.queues or queue != self.queue:
            self.queues.append((queue, answered))

    def add(self, report):
        """Adds a report that the player gave after its last answer."""
        self.reports.append(report)
        self.volumes.add(report.volume)
        self.is_free = False

    # The check

    def check(self, restored, killed):
        """Returns the number of lost answers, the age of the oldest in seconds, and a sentence for each fault."""
        faults = []
        last = len(self.queues) - 1
        place = next((place for place in range(last, -1, -1) if self.queues[place][0] == restored.queue), None)
        if place != last and self.outcome and self.outcome(restored.queue):
            place = last
        elif place is None:
            when = "acknowledged only before the last check" if restored.queue in self.former else "never acknowledged"
            faults.append(f"a queue that was {when}: {self.difference(restored.queue)}")
            place = last
        lost = self.queues[place + 1:]
        age = max(0, killed - lost[0][1]) if lost else 0
        if age > LATE:
            faults.append(f"{len(lost)} answers are lost, the oldest {age * 1000:.0f} ms before the kill")
        if restored.volume not in self.volumes:
            faults.append(f"the volume {restored.volume} was never set")
        fault = self.place_fault(restored, killed)
        if fault:
            faults.append(f"{fault}: entry {number(restored.entry)} at {restored.position:.2f} s, last reported entry "
                          f"{number(self.entry)} at {self.reports[-1].position:.2f} s, "
                          f"{(killed - self.reports[-1].time) * 1000:.0f} ms before the kill")
        return len(lost), age, [f"{fault}; last commands {' '.join(self.commands)}" for fault in faults]

    def place_fault(self, restored, killed):
        """Returns a fault if the current entry or its position is none that the player reported."""
        paths = [path for path, _ in restored.queue.entries]
        if not paths:
            return None
        if restored.entry not in paths:
            return "a current entry outside of the queue"
        # Each report with the time of the next one.
        spans = list(zip(self.reports, [report.time for report in self.reports[1:]] + [killed]))
        current = {report.entry: end for report, end in spans}
        near = {report.entry: end for report, end in spans
                if -NEAR <= restored.position - report.position <= end - report.time + NEAR}
        # A track that began since the last report has not played for longer than that.
        if restored.position > NEAR + killed - self.reports[-1].time:
            is_near = restored.entry in near
            if not is_near and any(end > killed - LATE for end in near.values()):
                return "position of another track"
            if not is_near and not self.is_free:
                return "a position that was never reported"
            if is_near and near[restored.entry] < killed - POSITION_LATE:
                return f"a position of {killed - near[restored.entry]:.1f} s before the kill"
        if self.is_free or restored.entry == self.successor:
            return None
        if restored.entry not in current:
            return "an entry that was never current"
        if current[restored.entry] < killed - LATE:
            return f"an entry that was current {killed - current[restored.entry]:.1f} s before the kill"
        return None

    def difference(self, queue):
        """Describes a queue and the last one that was acknowledged."""
        return ", but the last one was ".join(
            f"{' '.join(number(path) for path, _ in entries)} (shuffle {is_shuffled})"
            for is_shuffled, entries in (queue, self.queue))


def number(path):
    """Returns the number of an entry."""
    return str(path).rsplit("/", 1)[-1]
