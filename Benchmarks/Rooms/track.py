"""Writes a track with two pulses in each second. The gap between both, 0.1 s + 5 ms for each second, is the position.

Usage: track.py FILE SECONDS
"""
import array
import sys
import wave

rate, seconds = 44100, int(sys.argv[2])
samples = array.array("h", bytes(4 * rate * seconds))
for second in range(1, seconds - 1):
    for start in (second, second + 0.1 + 0.005 * second):
        first = 2 * int(start * rate)
        samples[first:first + 88] = array.array("h", [26000] * 88)
with wave.open(sys.argv[1], "wb") as file:
    file.setparams((2, 2, rate, 0, "NONE", ""))
    file.writeframes(samples.tobytes())
