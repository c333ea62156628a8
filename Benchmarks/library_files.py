"""Short FLAC files with tags of invented words, in folders of artists and albums. Needs flac."""
import pathlib
import struct
import subprocess
import wave

SYLLABLES = ("ba be bi bo da de di do ka ke la le li lo ma me mi mo na ne no ra re ri ro sa se ta te ti tu va zé "
             "ø").split()


def sound(folder):
    """The bytes of a short FLAC file: its first block, and its frames."""
    path = pathlib.Path(folder, "sound.wav")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44100)
        file.writeframes(bytes(4 * 4410))
    encoded = subprocess.run(["flac", "-s", "-c", "-0", path], check=True, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout
    place, last = 42, encoded[4] & 0x80
    while not last:
        last = encoded[place] & 0x80
        place += 4 + int.from_bytes(encoded[place + 1:place + 4], "big")
    return encoded[8:42], encoded[place:]


def flac(parts, comments):
    texts = [text.encode() for text in comments]
    body = struct.pack("<II", 0, len(texts)) + b"".join(struct.pack("<I", len(text)) + text for text in texts)
    return (b"fLaC\x00" + len(parts[0]).to_bytes(3, "big") + parts[0]
            + b"\x84" + len(body).to_bytes(3, "big") + body + parts[1])


def name(dice, most):
    words = ("".join(dice.choices(SYLLABLES, k=dice.randint(1, 4))) for _ in range(dice.randint(1, most)))
    return " ".join(words).title()


def make(folder, count, parts, dice):
    """Albums of ten tracks, ten of them by an artist."""
    for number in range(count):
        if number % 100 == 0:
            artist = name(dice, 2)
        if number % 10 == 0:
            album, year, genre = name(dice, 3), dice.randint(1955, 2025), name(dice, 1)
            place = pathlib.Path(folder, f"{artist} {number // 100}", f"{album} {number // 10}")
            place.mkdir(parents=True)
        title = name(dice, 4)
        place.joinpath(f"{number % 10 + 1:02} {title}.flac").write_bytes(flac(parts, [
            f"TITLE={title}", f"ARTIST={artist}", f"ALBUM={album}", f"DATE={year}", f"GENRE={genre}",
            f"TRACKNUMBER={number % 10 + 1}"]))
