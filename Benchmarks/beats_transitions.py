"""How well beats fall on beats in rendered transitions: the onsets of both tracks, found without the player's grids."""
import json
import pathlib
import random
import subprocess

import numpy as np

RATE = 44100
HOP = 220  # samples
FRAME = 1024
REACH = 10  # seconds of each track around the middle of the transition
CLOSE = 0.02  # seconds
TOLERANCE = 0.03  # of a tempo


def onsets(samples):
    """How much louder the spectrum gets, every HOP samples."""
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP] * np.hanning(FRAME)
    spectrum = np.log1p(100 * np.abs(np.fft.rfft(frames)))
    flux = np.maximum(np.diff(spectrum, axis=0), 0).sum(axis=1)
    return np.maximum(flux - np.convolve(flux, np.ones(81) / 81, "same"), 0)


def folded(strength, start, period, bins):
    """Onsets, the first of which is at `start`, by their place in the period."""
    # The new part of a frame is in its second half.
    times = start + (np.arange(len(strength)) * HOP + HOP + FRAME * 0.5) / RATE
    places = np.floor(times / period % 1 * bins).astype(int) % bins
    return np.bincount(places, strength, bins)


def distance(last, first, period):
    """How far the onsets of one track are from those of the other, as a part of the period: in seconds."""
    smooth = np.exp(-0.5 * (np.minimum(np.arange(len(last)), len(last) - np.arange(len(last))) / 2) ** 2)
    product = np.fft.rfft(last) * np.conj(np.fft.rfft(first)) * np.fft.rfft(smooth)
    lag = int(np.argmax(np.fft.irfft(product, len(last)))) / len(last)
    return min(lag, 1 - lag) * period


def same(last, first):
    """The factor by which a beat of the first track is longer than one of the last: 1/4 to 4. Nil for other tempi."""
    for factor in (0.25, 0.5, 1, 2, 4):
        if abs(first / last / factor - 1) <= TOLERANCE:
            return factor
    return None


def measure(segue, facts, count, seed, decoded, folder):
    """Renders pairs of one tempo: what was told, and how far their onsets are apart, by half beats and by beats."""
    ends = {path: [track["rhythm"][side].get("period") for side in ("head", "tail")] for path, track in facts.items()}
    pairs = [(last, first) for last in facts for first in facts
             if last != first and ends[last][1] and ends[first][0] and same(ends[last][1], ends[first][0])]
    random.Random(seed).shuffle(pairs)
    results = []
    for last, first in pairs[:count]:
        output = pathlib.Path(folder, "pair.wav")
        report = json.loads(subprocess.run(
            [segue, "render", last, first, "-o", output, "--json", "-"], check=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL).stdout)
        output.unlink()
        [transition], tracks = report["transitions"], report["tracks"]
        alignment = transition.get("alignment")
        result = {"pair": [str(last), str(first)], "alignment": alignment}
        results.append(result)
        if alignment not in ("beat", "pulse"):
            continue
        starts = [track["firstSample"] / report["rate"] for track in tracks]
        begins = [starts[0], starts[1] - (transition.get("incomingStart") or 0)]
        middle = (starts[1] + transition["lastSample"] / report["rate"]) / 2
        periods = [ends[last][1], ends[first][0]]
        # The shorter beat of both: the beats of the other are a subset of its beats.
        factor = same(*periods)
        periods = [periods[0] * min(factor, 1), periods[1] / max(factor, 1)]
        sounds = []
        for path, begin in zip((last, first), begins):
            place = max(0, int((middle - begin - REACH) * RATE))
            sounds.append((onsets(decoded(path)[place:int((middle - begin + REACH) * RATE)]), begin + place / RATE))
        result["distances"] = [
            distance(*(folded(strength, start - middle, period / parts, int(periods[0] / parts / 0.005))
                       for (strength, start), period in zip(sounds, periods)), periods[0] / parts)
            for parts in (2, 1)]
    return results
