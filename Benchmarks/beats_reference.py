"""The rhythm of a track's ends in numpy: what docs/design.md says under Rhythm, written a second time.

The detector of the player is held against it. It is slow where that makes it short, and shares no code with the player.
"""
import numpy as np

RATE, HOP, WINDOW = 44100, 441, 1024
FRAMES = RATE / HOP  # a second
BIAS = -0.0018  # seconds from the highest rise to the attack
LENGTH = 60.0  # seconds of an end
EDGES = np.unique(np.round(np.geomspace(1, 330, 40)).astype(int))  # of bands, in units of 43 Hz
BORDERS = [0, 150, 400, 1000, 2500, 6000, 20000]  # of groups of bands, in hertz
GROUPS = [np.where((EDGES[:-1] * RATE / WINDOW >= low) & (EDGES[:-1] * RATE / WINDOW < high))[0]
          for low, high in zip(BORDERS, BORDERS[1:])]
PADDED = 1 << 17
CANDIDATES = np.arange(int(0.9 / (FRAMES / PADDED)), int(3.5 / (FRAMES / PADDED)))
PLACES = np.arange(192) / 192  # of a beat


def moving(values, reach):
    """Means over `reach` values before and after each."""
    sums = np.cumsum(np.concatenate([np.zeros((1,) + values.shape[1:]), values]), axis=0)
    index = np.arange(len(values))
    low, high = np.maximum(index - reach, 0), np.minimum(index + reach + 1, len(values))
    return (sums[high] - sums[low]) / (high - low).reshape((-1,) + (1,) * (values.ndim - 1))


def standardised(values):
    return (values - values.mean()) / (values.std() + 1e-9)


def spectra(samples):
    """Logarithms of the power in each band, 100 times a second."""
    count = len(samples) // HOP + 1
    padded = np.concatenate([np.zeros(WINDOW // 2, np.float32), samples, np.zeros(WINDOW, np.float32)])
    views = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count]
    window = np.hanning(WINDOW).astype(np.float32)
    powers = np.empty((count, len(EDGES) - 1), np.float32)
    for start in range(0, count, 2000):
        values = np.fft.rfft(views[start:start + 2000] * window, axis=1)
        powers[start:start + 2000] = np.add.reduceat(
            (values.real ** 2 + values.imag ** 2)[:, :EDGES[-1]], EDGES[:-1], axis=1)
    return np.log10(1 + 1000 * powers / max(powers.mean(), 1e-12))


def onsets(levels):
    """The rises of six groups of bands, each with a local mean of 0 and a local deviation of 1."""
    rises = np.zeros_like(levels)
    rises[2:] = np.maximum(levels[2:] - levels[:-2], 0)
    grouped = np.stack([rises[:, group].mean(1) for group in GROUPS], 1)
    grouped = grouped - moving(grouped, 50)
    return grouped / (np.sqrt(moving(grouped * grouped, 400)) + 0.02)


def weight(harmonic, frequency):
    return np.exp(-0.5 * (2 * np.pi * harmonic * frequency * 0.012) ** 2)


def tempo(values):
    """The best frequency of beats, in hertz."""
    spectrum = np.fft.rfft(values, PADDED)
    frequencies = CANDIDATES * FRAMES / PADDED
    phases = np.exp(2j * np.pi * np.arange(1, 7)[:, None] * np.arange(48)[None] / 48)
    heights = sum(np.real(spectrum[k * CANDIDATES][:, None] * phases[k - 1][None]) * weight(k, frequencies)[:, None]
                  for k in range(1, 7)).max(1)
    prior = np.exp(-0.5 * (np.log2(frequencies / 2) / 0.6) ** 2)
    return frequencies[(np.maximum(heights, 0) * np.sqrt(frequencies) * prior).argmax()]


def profile(values, frequency, step=1):
    """The mean of the onsets on the grid, for each place of the beat."""
    times = np.arange(len(values)) / FRAMES
    total = np.zeros(len(PLACES))
    for k in range(step, 7, step):
        component = (values * np.exp(-2j * np.pi * k * frequency * times)).sum()
        total += np.real(component * np.exp(2j * np.pi * k * PLACES)) * weight(k, frequency) * 2 / len(values)
    return total


def circular(turns):
    return np.abs((turns + 0.5) % 1 - 0.5)


def peak(values, frequency, near=None):
    """Seconds and height of the highest point, near a place if one is given."""
    masked = values if near is None else np.where(circular(PLACES - near * frequency) < 0.1, values, -9)
    best = int(masked.argmax())
    left, top, right = values[best - 1], values[best], values[(best + 1) % len(values)]
    bend = left - 2 * top + right
    shift = 0 if bend == 0 else float(np.clip(0.5 * (left - right) / bend, -1, 1))
    return (best + shift) / len(values) / frequency, top


def fit(bands, levels, start, end):
    """The grid over these frames, with what it is judged by."""
    part = bands[start:end]
    values = standardised(part.sum(1))
    frequency = tempo(values)
    borders = np.linspace(0, len(values), 7).astype(int)
    times = (borders[1:] + borders[:-1]) / 2 / FRAMES

    def half(turns):
        return (2 * turns - np.round(2 * turns)) / 2 / frequency

    def offsets():
        whole = peak(profile(values, frequency, 2), frequency)[0]
        peaks = [peak(profile(values[low:high], frequency, 2), frequency) for low, high in zip(borders, borders[1:])]
        return (np.array([half((place + low / FRAMES - whole) * frequency)
                          for (place, _), low in zip(peaks, borders)]),
                np.maximum([height for _, height in peaks], 1e-3))

    for _ in range(2):
        distances, heights = offsets()
        matrix, weights = np.stack([np.ones(6), times], 1), np.minimum(heights, 1.5)
        for _ in range(3):
            line = np.linalg.lstsq(matrix * weights[:, None], distances * weights, rcond=None)[0]
            weights = np.minimum(heights, 1.5) / (1 + ((distances - matrix @ line) / 0.015) ** 2)
        if abs(line[1]) < 0.004:
            frequency /= 1 + line[1]
    distances, heights = offsets()

    means = moving(levels[start:end], 10)
    changes = np.zeros(len(values))
    changes[12:-12] = np.abs(means[24:] - means[:-24]).mean(1)
    everything = profile(values, frequency)
    total = (everything + 0.8 * profile(standardised(part[:, 0] + 0.6 * part[:, 1]), frequency)
             + 0.6 * profile(standardised(changes - moving(changes, 100)), frequency))
    pick = peak(total, frequency)[0]

    def around(turns):
        centre = round((pick * frequency + turns) % 1 * 192)
        return max(everything[(centre + step) % 192] for step in range(-8, 9))

    if around(1 / 3) > 0.35 * around(0) and around(2 / 3) < 0.5 * around(1 / 3):
        pick += 1 / 3 / frequency
    place = peak(everything, frequency, near=pick)[0]
    far = circular(PLACES - place * frequency) > 0.12
    agreeing = overall = 0.0
    for group in range(6):
        found, height = peak(profile(standardised(part[:, group]), frequency, 2), frequency)
        overall += max(height, 0)
        agreeing += max(height, 0) * (abs(half((found - place) * frequency)) < 0.025)
    witnesses, dispersion = 0, 0.0
    for groups in (slice(0, 3), slice(3, 6)):
        some = standardised(part[:, groups].sum(1))
        ratio = tempo(some) / frequency
        witnesses += min(abs(ratio / octave - 1) for octave in (1, 2, 0.5, 4, 0.25)) < 0.004
        found = peak(profile(some, frequency, 2), frequency)[0]
        dispersion = max(dispersion, abs(half((found - place) * frequency)))
    return dict(
        period=1 / frequency, phase=start / FRAMES + place + BIAS, start=start / FRAMES, end=end / FRAMES,
        residual=np.sort(np.abs(distances))[-2], median=np.median(np.abs(distances)), height=np.median(heights),
        agreement=agreeing / max(overall, 1e-9), witnesses=witnesses, dispersion=dispersion,
        lead=abs(total[~far].max() - total[far].max()))


def certainty(grid):
    """`pulse` or `beat`; None where the grid is not believed. Bars are not looked for here."""
    if not (grid["residual"] <= 0.006 and grid["median"] <= 0.003 and grid["height"] >= 0.35
            and grid["agreement"] >= 0.8 and grid["witnesses"] >= 1 and grid["dispersion"] <= 0.025):
        return None
    return "beat" if grid["height"] >= 0.7 and grid["lead"] >= 0.8 else "pulse"


def rhythm(samples, first, last):
    """The fits of both ends of a track of one channel at 44.1 kHz; None where less than a minute of it sounds."""
    levels = spectra(samples)
    start, end, length = int(first * FRAMES), min(int(last * FRAMES), len(levels)), int(LENGTH * FRAMES)
    if end - start < length:
        return None
    bands = onsets(levels).astype(np.float64)
    return fit(bands, levels, start, start + length), fit(bands, levels, end - length, end)
