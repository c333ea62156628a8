"""What transitions-report measures: the samples of renders beside those of their tracks, loudness curves, and FFmpeg's
figures. Nothing here asks the player what it meant to do, except where in a render each track begins."""
import math
import mmap
import operator
import re
import struct
import subprocess

RATE = 44100
SILENCE = -70.0
WINDOW = 0.1  # seconds
AUDIBLE = 10 ** (-50 / 10)  # mean square: −50 dBFS
INAUDIBLE_GAIN = 10 ** (-60 / 20)  # of a track's own gain: this is no fade any more, this is nothing
FAINT_GAIN = 10 ** (-20 / 20)
LOUD = 10 ** (-12 / 10)  # of a track's own level
STRIDE = 7  # odd, so that what is taken of interleaved samples is one channel's and the other's in turn


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, **options).stdout


def power(level):
    return 10 ** (level / 10) if level > SILENCE else 0.0


def level(power):
    return 10 * math.log10(power) if power > 1e-7 else SILENCE


def decibels(factor):
    return 20 * math.log10(max(factor, 1e-5))


class Curve:
    """Momentary loudness, as power in tenths of a second."""

    def __init__(self, facts, gain=0.0):
        self.facts = facts
        self.powers = [power(value / 100 + gain) if value > -7000 else 0.0 for value in facts["momentary"]]

    def part(self, start, end):
        return self.powers[max(0, round(start * 10)):max(0, round(end * 10))]

    def mean(self, start, end):
        """Of what there is between two times."""
        part = self.part(start, end)
        return sum(part) / len(part) if part else 0.0

    def around(self, time):
        """Of what there is in the 3 s around a time: next to an end, the silence beyond it counts for nothing."""
        return self.mean(time - 1.5, time + 1.5)


# --- Samples


class Sound:
    """The samples of a WAV file of two channels, in 16 bits or floating."""

    def __init__(self, path):
        with open(path, "rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        place = 12
        while True:
            name, size = struct.unpack_from("<4sI", content, place)
            if name == b"fmt ":
                bits = struct.unpack_from("<H", content, place + 22)[0]
            if name == b"data":
                break
            place += 8 + size + size % 2
        end = min(place + 8 + size, len(content))
        end -= (end - place - 8) % (bits // 4)
        self.values = memoryview(content)[place + 8:end].cast("h" if bits == 16 else "f")
        self.unit = 1 / 32768 if bits == 16 else 1.0
        self.frames = len(self.values) // 2

    def window(self, first, count):
        """Some of the values from a frame on; there is silence beyond the ends."""
        start, end = 2 * first, 2 * (first + count)
        if start >= 0 and end <= len(self.values):
            return self.values[start:end:STRIDE].tolist()
        return [self.values[place] if 0 <= place < len(self.values) else 0 for place in range(start, end, STRIDE)]


class Heard:
    """How one track is heard in a render, window by window of that render."""

    def __init__(self, sound, begin):
        self.sound = sound
        self.begin = begin  # the frame of the render where the first one of the file belongs
        self.first = begin // round(WINDOW * RATE)  # window
        self.powers = []  # in the file, mean square
        self.gains = []  # nil where that is next to nothing, or two tracks can't be told apart
        self.alone = []  # gain and likeness where nothing else sounds
        self.gain = 1.0

    def settle(self, name):
        """Finds the gain outside of transitions, and that the track is where it is looked for."""
        if self.alone:
            self.gain = median([gain for gain, _ in self.alone])
            likeness = median([likeness for _, likeness in self.alone])
            if likeness < 0.999:
                raise ValueError(f"{name} is not in the render where the report has it: {likeness:.3f} of it is")
        else:
            self.gain = max((gain for gain in self.gains if gain is not None), default=1.0)

    def is_audible(self, index):
        return self.powers[index] * self.gain ** 2 > AUDIBLE

    def audible_edges(self):
        """The first and the last window of the render in which the track would be audible; nil for silence."""
        audible = [index for index in range(len(self.powers)) if self.is_audible(index)]
        return (self.first + audible[0], self.first + audible[-1]) if audible else None

    def seconds_below(self, share, indices):
        """For how long the track is audible by itself, but is given less than this share of its gain."""
        return WINDOW * sum(
            self.is_audible(index) and self.gains[index] is not None and abs(self.gains[index]) < share * self.gain
            for index in indices)

    def level(self, start, end):
        """The mean square between two windows of the render, as the track is heard outside of transitions."""
        part = self.powers[max(0, start - self.first):max(0, end - self.first)]
        return self.gain ** 2 * sum(part) / len(part) if part else 0.0

    def is_loud(self, window, level):
        """Whether the track is within 12 dB of a level in a window of the render, with the gain that it has there."""
        index = window - self.first
        gain = self.gains[index] if 0 <= index < len(self.gains) else None
        return gain is not None and self.powers[index] * gain ** 2 > level * LOUD

    def attenuation(self, windows):
        """By how many decibels the sound in these windows of the render is taken down."""
        known = [window - self.first for window in windows
                 if 0 <= window - self.first < len(self.gains) and self.gains[window - self.first] is not None]
        whole = sum(self.powers[index] for index in known) * self.gain ** 2
        left = sum(self.powers[index] * self.gains[index] ** 2 for index in known)
        return -10 * math.log10(max(left, 1e-12) / whole) if whole > 0 else 0.0


def median(values):
    return sorted(values)[len(values) // 2]


def product(first, second):
    return sum(map(operator.mul, first, second))


def hear(render, tracks):
    """Finds with which gain each of the tracks is in the render, and returns the mean squares of that.

    A render is the sum of its tracks, each times a gain that hardly changes within a window: these are the factors that
    leave the least squares. That takes no resampling and no phase into account, because there is none: each track is
    in the render sample by sample.
    """
    count = round(WINDOW * RATE)
    powers = []
    for number in range(-(-max(render.frames, *(track.begin + track.sound.frames for track in tracks)) // count)):
        start = number * count
        output = render.window(start, count)
        powers.append(product(output, output) / len(output))
        there = [track for track in tracks if start < track.begin + track.sound.frames and track.begin < start + count]
        values = [track.sound.window(start - track.begin, count) for track in there]
        found = [product(part, part) * track.sound.unit ** 2 / len(part) for track, part in zip(there, values)]
        sounding = [index for index, mean in enumerate(found) if mean > 1e-7]
        factors = solve([[product(values[row], values[column]) for column in sounding] for row in sounding],
                        [product(values[row], output) for row in sounding])
        gains = [None] * len(there)
        for index, factor in zip(sounding, factors):
            gains[index] = None if factor is None else factor / there[index].sound.unit
        for index, track in enumerate(there):
            track.powers.append(found[index])
            track.gains.append(gains[index])
        if len(sounding) == 1 and found[sounding[0]] > AUDIBLE and powers[-1] > 0:
            [index] = sounding
            if 0 <= start - there[index].begin <= there[index].sound.frames - count:
                squares = product(values[index], values[index]) * powers[-1] * len(output)
                there[index].alone.append((gains[index], product(values[index], output) ** 2 / squares))
    return powers


def solve(matrix, right):
    """Solves normal equations; with nils where signals are too much alike to be told apart."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right)]
    for column in range(size):
        if rows[column][column] < 0.02 * matrix[column][column]:
            return [None] * size
        for row in range(column + 1, size):
            share = rows[row][column] / rows[column][column]
            rows[row] = [value - share * other for value, other in zip(rows[row], rows[column])]
    found = [0.0] * size
    for column in reversed(range(size)):
        rest = sum(rows[column][other] * found[other] for other in range(column + 1, size))
        found[column] = (rows[column][size] - rest) / rows[column][column]
    return found


def measure_samples(outgoing, incoming, powers):
    """What the samples tell of a transition. The halves of a track that are next to it count as part of it."""
    end, onset = outgoing.audible_edges()[1], incoming.audible_edges()[0]
    halves = ((outgoing, range(len(outgoing.powers) // 2, len(outgoing.powers))),
              (incoming, range(len(incoming.powers) // 2)))
    between = range(min(end, onset), max(end, onset) + 1)
    levels = outgoing.level(end - 270, end - 120), incoming.level(onset + 120, onset + 320)
    return {
        "loud": WINDOW * sum(outgoing.is_loud(window, levels[0]) and incoming.is_loud(window, levels[1])
                             for window in between),
        "skipped": sum(part.seconds_below(INAUDIBLE_GAIN, half) for part, half in halves),
        "faint": sum(part.seconds_below(FAINT_GAIN, half) for part, half in halves),
        "silent": WINDOW * sum(powers[window] < AUDIBLE for window in between),
        "cut": outgoing.attenuation(range(end - 9, end + 1)),
    }


# --- Rhythm

SAME_TEMPO = 0.03


def differ(last, first):
    """Whether both tracks pulse where they meet, at tempi that are not as 1, 2 or 4 to 1, 2, 3 or 4."""
    periods = [(facts["rhythm"] or {}).get(end, {}).get("period") for facts, end in ((last, "tail"), (first, "head"))]
    if None in periods:
        return False
    ratio = math.log2(periods[0] / periods[1]) % 1
    fits = [math.log2(fit) % 1 for fit in (1, 3 / 2, 4 / 3)]
    return min(min(abs(ratio - fit), 1 - abs(ratio - fit)) for fit in fits) > math.log2(1 + SAME_TEMPO)


# --- Loudness


def is_cold(facts):
    """Whether a track's last moments are as loud as what comes before them."""
    end = facts["lastSound"]
    curve = Curve(facts)
    return level(curve.mean(end - 1, end - 0.4)) > level(curve.mean(end - 27, end - 12)) - 6


def measure_loudness(begin, start, end, last, first, whole):
    """What the loudness tells of a transition between two times, the former track of which begins at another.

    `last` and `first` are the curves of the tracks with their gains, `whole` is that of the render.
    """
    edge, onset = begin + last.facts["lastSound"], start + first.facts["firstSound"]
    # Of the tracks alone: if a track is short, a part of the render would include a third track.
    levels = (level(last.mean(edge - begin - 27, edge - begin - 12)),
              level(first.mean(onset - start + 12, onset - start + 32)))
    quieter, louder = min(levels), max(levels)
    dip, rise, strict, time = -99.0, -99.0, -99.0, min(start, onset, edge) - 1.5
    while time <= max(end, onset) + 1.5:
        mean = level(whole.around(time))
        dip = max(dip, quieter - mean)
        strict = max(strict, mean - louder)
        # A track that is louder here than in those passages alone is no pile-up, and neither are two that follow each
        # other.
        rise = max(rise, mean - max(louder, level(last.around(time - begin)), level(first.around(time - start))))
        time += 0.1
    slots = range(max(0, round((min(start, edge) - 1) * 10)), round((max(end, onset) + 1) * 10))
    dead = sum(whole.powers[slot] < power(quieter - 20) for slot in slots if slot < len(whole.powers))
    return {"dip": dip, "rise": rise, "strict": strict, "dead": dead / 10, "overlap": end - onset}


def ffmpeg_loudness(path, start=None, seconds=None):
    """Integrated loudness and true peak (in tenths of a decibel) of a file or a part of it, as FFmpeg has them."""
    part = [] if start is None else ["-ss", f"{start:.6f}", "-t", f"{seconds:.6f}"]
    filters = "ebur128=peak=true:metadata=1:framelog=verbose,ametadata=mode=print:key=lavfi.r128.I:file=-"
    command = ["ffmpeg", "-nostdin", "-nostats", *part, "-i", str(path), "-af", filters, "-f", "null", "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, errors="replace")
    values = re.findall(r"r128\.I=(\S+)", done.stdout)
    peak = re.search(r"Peak:\s*(\S+) dBFS", done.stderr.rsplit("Summary:", 1)[-1])
    return float(values[-1]) if values else SILENCE, float(peak[1])
