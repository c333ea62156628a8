"""Reads the audio of a room (16 bits, stereo, 44.1 kHz) from a pipe.

Writes a line for each second of the track that arrives: the time of its arrival, and the second.

Usage: room.py PIPE RESULT
"""
import array
import os
import sys
import time

rate, count, quiet, pulses, rest = 44100, 0, 44100, [], b""
pipe, result = os.open(sys.argv[1], os.O_RDONLY), open(sys.argv[2], "w")
while data := os.read(pipe, 65536):
    now, data = time.time(), rest + data
    whole = len(data) // 4 * 4
    samples, rest = array.array("h", data[:whole])[::2], data[whole:]
    for index, sample in enumerate(samples):
        quiet += 1
        if abs(sample) > 1000:
            if quiet > rate // 50:
                pulses.append(count + index)
                gap = (pulses[-1] - pulses[-2]) / rate if len(pulses) > 1 else 0
                if 0.1 < gap < 0.45:
                    arrival = now - (len(samples) - index) / rate - gap
                    print(arrival, round((gap - 0.1) / 0.005), file=result, flush=True)
            quiet = 0
    count += len(samples)
