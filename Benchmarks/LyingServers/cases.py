"""The cases: what each server does, and what the player must do."""
import dataclasses
import gzip
import os
import random
import ssl
import typing

from server import Closed

HOME = os.environ["HOME"]
CERTIFICATES = f"{HOME}/certificates"


def read(name):
    with open(f"{HOME}/files/{name}", "rb") as file:
        return file.read()


MP3, OGG, M4A, WAV = (read(f"music.{ending}") for ending in ("mp3", "ogg", "m4a", "wav"))
# Without the tag at its beginning and the frame with the length, so that it can be repeated.
FRAMES = MP3[MP3.index(b"\xff\xfb", 10) + 209:] if MP3[:3] == b"ID3" else MP3
FRAMES = FRAMES[FRAMES.index(b"\xff\xfb"):]
SHORT = MP3[:24_000]
NOISE = random.Random(1).randbytes(200_000)
# Sets the title of a terminal, clears it, turns the text around, and breaks the line.
ESCAPES = "\x1b]0;LIE\x07\x1b[2J\x1b[31m\x9b31m\x08\x7f\u202eLIE\u2028\r\nLIE\0".encode()
LINE_ESCAPES = ESCAPES.replace(b"\r\n", b"\v").replace(b"\0", b"\f")

# The growth while a decoder keeps what comes before the audio, of which there may be 128 MiB.
KEPT = 450

PLAYS, REFUSED, EITHER = "plays", "refused", "plays or refused"


@dataclasses.dataclass
class Case:
    name: str
    # What the player must do: PLAYS, REFUSED or EITHER.
    wants: str
    serve: typing.Callable
    # What the sentence of a refusal must contain.
    says: str = ""
    certificate: str = ""
    is_secure: bool = False
    is_raw: bool = False
    accepts: bool = True
    path: str = "/music"
    # A command for the stream while it plays, and the seconds in which it has to end.
    command: tuple = ()
    patience: float = 12
    # The seconds within which the local file must follow by itself; 0 where `segue next` may be needed.
    follows: float = 0
    # The MB by which the player may grow in the case.
    growth: float = 64


CASES = []


def case(name, wants, serve, says="", **options):
    CASES.append(Case(name, wants, serve, says, **options))


def head(*fields, status="HTTP/1.1 200 OK"):
    lines = [status, *fields, "", ""]
    return b"\r\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)


def answer(*fields, body=b"", status="HTTP/1.1 200 OK"):
    return lambda connection: connection.send(head(*fields, status=status) + body)


def typed(kind, *fields, body=b"", length=None):
    return answer(f"Content-Type: {kind}", f"Content-Length: {len(body) if length is None else length}", *fields,
                  body=body)


def mp3(*fields, body=MP3, length=None):
    return typed("audio/mpeg", *fields, body=body, length=length)


def length(*values, body=MP3):
    return answer("Content-Type: audio/mpeg", *(f"Content-Length: {value}" for value in values), body=body)


# Lengths, with half a minute of music.
case("the truth", PLAYS, mp3())
case("Content-Length too small", PLAYS, length(40_000))
case("Content-Length 1", REFUSED, length(1))
case("Content-Length 0", REFUSED, length(0))
case("Content-Length too large", PLAYS, length(len(MP3) + 1_000_000))
for name, value in {"huge": 2**63 - 1, "beyond 64 bits": 2**64 + 5, "of 1,000 digits": "9" * 1000, "negative": -1,
                    "no number": "many", "empty": "", "with a sign": f"+{len(MP3)}", "hexadecimal": "0x2000",
                    "with spaces": "10 000", "with escapes": "\x1b[2J5"}.items():
    case(f"Content-Length {name}", EITHER, length(value))
case("Content-Length twice, equal", EITHER, length(len(MP3), len(MP3)))
case("Content-Length twice, different", EITHER, length(len(MP3), 5))
case("Content-Length twice in a line", EITHER, length(f"5, {len(MP3)}"))
case("no length, closed", PLAYS, answer("Content-Type: audio/mpeg", body=MP3))

# Kinds.
for name, kind in {"text/html": "text/html", "text/plain": "text/plain", "image/png": "image/png",
                   "audio/x-wav": "audio/x-wav", "video/mp4": "video/mp4", "absent slash": "audio",
                   "of 60,000 letters": "audio/" + "x" * 60_000, "empty": "", "with escapes": "\x1b[2J\x07",
                   "with parameters": "audio/mpeg;" + "a=b;" * 5000, "multipart": "multipart/x-mixed-replace",
                   "audio/L16": "audio/L16;rate=99999999999;channels=-1",
                   "audio/L16 without channels": "audio/L16;rate=0;channels=0"}.items():
    case(f"Content-Type {name}", EITHER, typed(kind, body=MP3))
case("Content-Type absent", PLAYS, answer(f"Content-Length: {len(MP3)}", body=MP3))
case("Content-Type audio/mpeg of a page", REFUSED, mp3(body=b"<html><body>Not found</body></html>" * 100),
     "it contains no audio")
case("Content-Type audio/mpeg of noise", EITHER, mp3(body=NOISE))
case("Content-Type audio/ogg of MP3", PLAYS, typed("audio/ogg", body=MP3))
case("Content-Encoding gzip of noise", EITHER, mp3("Content-Encoding: gzip", body=NOISE))
case("Content-Encoding gzip of music", EITHER, mp3("Content-Encoding: gzip"))
case("Content-Encoding gzip, true", EITHER, mp3("Content-Encoding: gzip", body=gzip.compress(MP3)))
case("Content-Encoding br, deflate, gzip", EITHER, mp3("Content-Encoding: br, deflate, gzip"))
# libsoup 2.4 makes a decoder for each name (reliability.md, Limits).
case("Content-Encoding of 10,000 names", EITHER, mp3("Content-Encoding: " + "gzip, " * 9_999 + "gzip"), growth=2500)
case("100 MB of zeros in gzip", EITHER, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg", "Content-Encoding: gzip")),
    connection.send(gzip.compress(bytes(100_000_000))), connection.hold()), growth=128)


# Parts. The index of M4A is at its end, and Ogg is read at will.
def parts(content, kind, *fields, status="HTTP/1.1 206 Partial Content", skip=0, has_all=False):
    """Answers like a server of parts, until a part is asked for."""
    def serve(connection):
        first = connection.first_byte
        if not first:
            connection.send(head(f"Content-Type: {kind}", f"Content-Length: {len(content)}", "Accept-Ranges: bytes"))
            return connection.send(content)
        body = content if has_all else content[first + skip:]
        values = {"first": first, "last": len(content) - 1, "size": len(content)}
        connection.send(head(f"Content-Type: {kind}", f"Content-Length: {len(body)}",
                             *(field.format(**values) for field in fields), status=status) + body)
    return serve


RANGE = "Content-Range: bytes {first}-{last}/{size}"
for kind, content in {"audio/ogg": OGG, "audio/mp4": M4A, "audio/mpeg": MP3, "audio/x-wav": WAV}.items():
    name = kind.split("/")[1]
    case(f"{name}: parts, true", PLAYS, parts(content, kind, RANGE), command=("seek", "20"))
    for lie, field in {"no Content-Range": "X: y", "another part": "Content-Range: bytes 0-9/{size}",
                       "backwards": "Content-Range: bytes {last}-{first}/{size}",
                       "of no bytes": "Content-Range: bytes */{size}", "negative": "Content-Range: bytes -5--1/-9",
                       "huge": "Content-Range: bytes {first}-9223372036854775807/9223372036854775807",
                       "no numbers": "Content-Range: pages one-two/three"}.items():
        case(f"{name}: Content-Range {lie}", EITHER, parts(content, kind, field), command=("seek", "20"))
    case(f"{name}: parts that begin later", EITHER, parts(content, kind, RANGE, skip=1000), command=("seek", "20"))
    case(f"{name}: empty parts", EITHER, parts(content, kind, RANGE, skip=len(content)), command=("seek", "20"))
    case(f"{name}: all instead of a part", EITHER, parts(content, kind, status="HTTP/1.1 200 OK", has_all=True),
         command=("seek", "20"))
    case(f"{name}: 416 for each part", EITHER,
         parts(b"", kind, status="HTTP/1.1 416 Range Not Satisfiable") if not content else
         parts(content, kind, status="HTTP/1.1 416 Range Not Satisfiable"), command=("seek", "20"))
case("206 that nobody asked for", EITHER, answer("Content-Range: bytes 5-9/10", f"Content-Length: {len(MP3)}",
                                                 body=MP3, status="HTTP/1.1 206 Partial Content"))


# Chunks.
def chunk(data, size=None, end=b"\r\n"):
    return (f"{len(data):x}" if size is None else size).encode() + b"\r\n" + data + end


def chunks(*pieces, hold=False):
    def serve(connection):
        connection.send(head("Content-Type: audio/mpeg", "Transfer-Encoding: chunked"))
        for piece in pieces:
            connection.send(piece)
        if hold:
            connection.hold()
    return serve


LAST = b"0\r\n\r\n"
case("chunks, true", PLAYS, chunks(chunk(MP3), LAST))
case("chunks of one byte", PLAYS, chunks(b"".join(chunk(SHORT[i:i + 1]) for i in range(len(SHORT))), LAST))
case("chunks: only the last", REFUSED, chunks(LAST))
case("chunks: none", REFUSED, chunks())
for name, size in {"no number": "many", "negative": "-5", "empty": "", "beyond 64 bits": "f" * 17, "huge": "f" * 15,
                   "with an escape": "\x1b[2J", "of 100,000 digits": "0" * 100_000 + "5"}.items():
    case(f"chunks: first size {name}", EITHER, chunks(chunk(MP3, size), LAST))
    case(f"chunks: later size {name}", PLAYS, chunks(chunk(MP3[:80_000]), chunk(MP3[80_000:], size), LAST))
case("chunks: no line break behind the data", PLAYS, chunks(chunk(MP3[:80_000], end=b""), chunk(MP3[80_000:]), LAST))
case("chunks: closed in a size", PLAYS, chunks(chunk(MP3[:80_000]), b"40"))
case("chunks: closed in the data", PLAYS, chunks(chunk(MP3[:80_000]), b"40000\r\n", MP3[80_000:90_000]))
case("chunks: closed behind the data", PLAYS, chunks(chunk(MP3[:80_000])))
case("chunks: closed in the trailer", PLAYS, chunks(chunk(MP3), b"0\r\nX-A: b"))
case("chunks: 100,000 trailers", PLAYS, chunks(chunk(MP3), b"0\r\n" + b"X-A: b\r\n" * 100_000 + b"\r\n"))
case("chunks: a trailer without end", PLAYS, lambda connection: (
    chunks(chunk(MP3), b"0\r\nX-A: ")(connection), connection.repeat(b"x")))
case("chunks: an extension without end", EITHER, lambda connection: (chunks(b"5;a=")(connection),
                                                                   connection.repeat(b"x")))
case("chunks: a size that is not sent", REFUSED, chunks(hold=True))
case("chunks and Content-Length", EITHER, answer("Content-Type: audio/mpeg", "Content-Length: 5",
                                                 "Transfer-Encoding: chunked", body=chunk(MP3) + LAST))
for coding in "gzip, chunked", "identity", "chunked, chunked", "\x1b[2J", "x" * 30_000:
    case(f"Transfer-Encoding {coding[:16]!r}", EITHER,
         answer("Content-Type: audio/mpeg", f"Transfer-Encoding: {coding}", body=chunk(MP3) + LAST))


# Stations.
def station(interval, block=b"\0", *fields, name=b"Station", count=None):
    """Sends music, and the block between pieces of `count` bytes of it (of the stated interval without `count`)."""
    def serve(connection):
        connection.send(head("Content-Type: audio/mpeg", b"icy-name: " + name, *fields,
                             *([] if interval is None else [f"icy-metaint: {interval}"])))
        size = count or (min(interval, 4_000_000) if isinstance(interval, int) and interval > 0 else 4000)
        place = 0
        while connection.server.sent < 10_000_000_000:
            piece = FRAMES[place:place + size]
            while len(piece) < size:
                piece += FRAMES[:size - len(piece)]
            place = (place + size) % len(FRAMES)
            connection.send(piece + block)
    return serve


def titles(text):
    text += b"\0" * (-len(text) % 16)
    return bytes([min(255, len(text) // 16)]) + text[:255 * 16]


def title(text):
    return titles(b"StreamTitle='" + text + b"';")


case("station, true", PLAYS, station(4000, title(b"Artist - Title")))
case("station without titles", PLAYS, station(None, b""))
for interval in 0, 1, -1, 2**31 - 1, 2**31, 2**32, 2**64, "many", "", "\x1b[2J4000", "9" * 5000:
    case(f"icy-metaint {str(interval)[:20]!r}", EITHER, station(interval, b"\0" if interval == 1 else b""))
case("icy-metaint too small", EITHER, station(3000, title(b"A - B"), count=4000))
case("icy-metaint too large", EITHER, station(5000, title(b"A - B"), count=4000))
case("icy-metaint twice", EITHER, station(4000, title(b"A - B"), "icy-metaint: 77"))
case("titles longer than they say", EITHER, station(4000, b"\1" + b"StreamTitle='" + b"x" * 500 + b"';"))
case("titles shorter than they say", EITHER, station(4000, b"\xffStreamTitle='x';"))
case("titles without text", PLAYS, station(4000, b"\xff" + bytes(255 * 16)))
case("titles without quotes", PLAYS, station(4000, titles(b"StreamTitle=")))
case("titles without end", PLAYS, station(4000, titles(b"StreamTitle='" + b"x" * 4067)))
case("titles of quotes", PLAYS, station(4000, titles(b"';" * 2000)))
case("titles with % signs", PLAYS, station(4000, title(b"%s%n%1$s%999999999d - %@%d")))
for name, text in {"escapes": ESCAPES, "control characters": bytes(range(1, 32)) + b"\x7f", "line breaks": b"a\r\nb\nc",
                   "invalid UTF-8": b"\xff\xfe\xc0\x80\xed\xa0\x80 - \xf8\x88", "4,000 letters": b"x" * 4000,
                   "marks of direction": "\u202e\u2066\u200f - \u202d\u2069".encode(), "NUL": b"a\0b - c\0d",
                   "10,000 accents": "a".encode() + "\u0301".encode() * 2000}.items():
    case(f"StreamTitle of {name}", PLAYS, station(4000, title(text)))
    safe = text.replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")
    case(f"icy-name of {name}", EITHER, station(4000, name=safe))
    case(f"icy-genre, icy-url, icy-br of {name}", EITHER,
         station(None, b"", *(field + safe for field in (b"icy-genre: ", b"icy-url: ", b"icy-br: "))))
case("icy-name of 1 MB", EITHER, station(4000, name=b"x" * 1_000_000))
case("icy-name of 10,000 lines", EITHER, station(4000, b"\0", *["icy-name: x"] * 10_000))
case("StreamTitle anew in each byte", PLAYS, station(1, title(b"A - B"), count=1))
case("another title every 100 bytes", PLAYS, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg", "icy-name: Fast", "icy-metaint: 100")),
    [connection.send(FRAMES[i % 100_000:][:100] + title(b"%d - x" % i)) for i in range(0, 10_000_000, 100)]))
case("icy-br of 10 values", PLAYS, station(None, b"", *(f"icy-br: {value}" for value in (
    0, -1, 2**31, 2**32, 2**64, "128,128", "many", "", "1e9", "0x80"))))
case("ICY 200 OK", PLAYS, answer("icy-name: Old", "Content-Type: audio/mpeg", body=MP3, status="ICY 200 OK"))


# Tags in the data.
def id3(*frames, size=None):
    body = b"".join(name + len(data).to_bytes(4, "big") + b"\0\0" + data for name, data in frames)
    size = len(body) if size is None else size
    return b"ID3\x03\0\0" + bytes((size >> shift) & 0x7f for shift in (21, 14, 7, 0)) + body


case("tags with escapes", PLAYS, mp3(body=id3(*((name, b"\0" + LINE_ESCAPES) for name in (
    b"TIT2", b"TPE1", b"TALB", b"TCON"))) + FRAMES))
case("tags of 1 MB", PLAYS, mp3(body=id3((b"TIT2", b"\0" + b"x" * 1_000_000)) + FRAMES))
case("a tag of 256 MB, and 10 GB", EITHER, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg", "Content-Length: 10000000000")),
    connection.send(id3(size=2**28 - 1)), connection.repeat(bytes(65536))), growth=KEPT)
case("a picture of 10 MB", EITHER, mp3(body=id3((b"APIC", b"\0image/png\0\3\0" + bytes(10_000_000))) + FRAMES))

# Redirections.
CANARY = f"file://{HOME}/private/canary.flac"


def moved(target, *fields, status="HTTP/1.1 302 Found"):
    return answer(f"Location: {target}" if isinstance(target, str) else b"Location: " + target, "Content-Length: 0",
                  *fields, status=status)


ASTRAY = "redirects in a loop, or to an address other than http or https"
for name, target in {"itself": "/music", "file:///etc/passwd": "file:///etc/passwd", "a local file": CANARY,
                     "javascript:": "javascript:alert(1)", "data:": "data:audio/mpeg;base64,SUQz",
                     "ftp:": "ftp://127.0.0.1/", "another scheme": "segue-lie://127.0.0.1/x",
                     "resource:": "resource:///x", "smb:": "smb://127.0.0.1/x",
                     "pipe": "fd://0", "a bare path": "//", "nothing": ""}.items():
    case(f"Location to {name}", REFUSED, moved(target), ASTRAY)
for name, target in {"escapes": b"/\x1b]0;LIE\x07\x1b[2J", "escapes in a scheme": b"\x1b[2J:\x1b[31m",
                     "1 MB": b"/" + b"x" * 1_000_000, "a port out of range": b"http://127.0.0.1:99999/",
                     "port 0": b"http://127.0.0.1:0/", "invalid UTF-8": b"http://127.0.0.1:1/\xff\xc0\x80",
                     "no host": b"http:///", "a long host": b"http://" + b"a." * 5000 + b"invalid/",
                     "a password": b"http://user:secret@127.0.0.1:1/"}.items():
    case(f"Location of {name}", REFUSED, moved(target))


def onward(connection):
    number = int(connection.path.rsplit("-", 1)[1])
    (mp3() if number == 0 else moved(f"/step-{number - 1}"))(connection)


case("Location of a stray escape", PLAYS, lambda connection: (
    mp3() if connection.path.startswith("/end") else moved("/end?%zz&%"))(connection))
case("an address with a NUL's escape", PLAYS, mp3(), path="/music?%00=1")
case("3 redirects", PLAYS, onward, path="/step-3")
case("30 redirects", EITHER, onward, path="/step-30")
case("redirects without end", REFUSED, onward, path="/step-1000000", says=ASTRAY)
for status in "301 Moved", "303 See Other", "307 Temporary", "308 Permanent":
    case(f"{status} to music", PLAYS, lambda connection, status=status: (
        moved("/end", status=f"HTTP/1.1 {status}") if connection.path == "/music" else mp3())(connection))
for status in 300, 304, 305, 306, 399:
    case(f"{status} with a Location", EITHER, moved("/music", status=f"HTTP/1.1 {status} X"))
    case(f"{status} without a Location", REFUSED, answer("Content-Length: 0", status=f"HTTP/1.1 {status} X"),
         "has an error")
# libsoup 2.4 keeps the body (reliability.md, Limits).
case("a body of 100 MB in a redirect", EITHER, lambda connection: mp3()(connection) if connection.path == "/end" else (
    connection.send(head("Location: /end", "Content-Length: 10000000000", status="HTTP/1.1 302 Found")),
    connection.repeat(bytes(100_000), 1000), connection.hold()), growth=300)

# Heads.
NO_HTTP = "the server sends no answer, or none that is HTTP"
for name, fields in {
    "1,000 cookies": ["Set-Cookie: a%d=b" % i for i in range(1_000)],
    "10,000 cookies": ["Set-Cookie: a%d=b" % i for i in range(10_000)],
    "a cookie of 1 MB": ["Set-Cookie: a=" + "b" * 1_000_000],
    "cookies with escapes": [b"Set-Cookie: " + LINE_ESCAPES],
    "10,000 headers": ["X-%d: y" % i for i in range(10_000)],
    "10,000 equal headers": ["X-A: y"] * 10_000,
    "a header of 1 MB": ["X-A: " + "y" * 1_000_000],
    "a header's name of 1 MB": ["X" * 1_000_000 + ": y"],
    "a header without colon": ["this is no header"],
    "a header without a name": [": x"],
    "a folded header": ["X-A: b", " c", "\td"],
    "headers with escapes": [LINE_ESCAPES + b": " + LINE_ESCAPES],
    "a NUL in a header": ["X-\0A: b\0c"],
    "invalid UTF-8 in headers": [b"X-\xff\xfe: \xc0\x80"],
    "names with spaces": ["X A B: c", "  : d"],
    "Strict-Transport-Security": ["Strict-Transport-Security: max-age=99999999999; includeSubDomains"],
    "Alt-Svc": ['Alt-Svc: h2=":1"; ma=99999999999'],
    "Upgrade": ["Connection: upgrade", "Upgrade: h2c"],
    "Refresh": ["Refresh: 0; url=" + CANARY],
    "Content-Disposition": ["Content-Disposition: attachment; filename=../../../lie.mp3"],
    "Content-Location": ["Content-Location: " + CANARY],
}.items():
    case(name, EITHER, mp3(*fields))
case("headers of 10 GB", REFUSED, lambda connection: (connection.send(b"HTTP/1.1 200 OK\r\n"),
                                                      connection.repeat(b"X-A: b\r\n")))
case("a header of 10 GB", REFUSED, lambda connection: (connection.send(b"HTTP/1.1 200 OK\r\nX-A: "),
                                                       connection.repeat(b"x")))
case("a status line without end", REFUSED, lambda connection: (connection.send(b"HTTP/1.1 200 "),
                                                               connection.repeat(b"x")))
case("100 Continue without end", REFUSED, lambda connection: connection.repeat(b"HTTP/1.1 100 Continue\r\n\r\n"))
for name, line in {"HTTP/9.9": "HTTP/9.9 200 OK", "two digits": "HTTP/1.1 20 OK", "no reason": "HTTP/1.1 200",
                   "no number": "HTTP/1.1 OK", "negative": "HTTP/1.1 -200 OK", "huge": "HTTP/1.1 99999999999 OK",
                   "000": "HTTP/1.1 000 X", "101": "HTTP/1.1 101 Switching", "199": "HTTP/1.1 199 X",
                   "299": "HTTP/1.1 299 X", "600": "HTTP/1.1 600 X", "999": "HTTP/1.1 999 X", "empty": "",
                   "SSH": "SSH-2.0-OpenSSH_9", "RTSP": "RTSP/1.0 200 OK", "HTTP/2": "HTTP/2 200"}.items():
    case(f"status line {name}", EITHER, answer("Content-Type: audio/mpeg", body=MP3, status=line))
case("status line of escapes", EITHER, answer(body=MP3, status=b"HTTP/1.1 500 " + LINE_ESCAPES))
case("reason of escapes, 404", REFUSED, answer(status=b"HTTP/1.1 404 " + LINE_ESCAPES), "there is no such file")
case("bare line feeds", PLAYS, lambda connection: connection.send(
    b"HTTP/1.1 200 OK\nContent-Type: audio/mpeg\n\n" + MP3))
case("HTTP/0.9 with music", EITHER, lambda connection: connection.send(MP3))
case("HTTP/0.9 with a page", REFUSED, lambda connection: connection.send(b"<html>Hello</html>"), NO_HTTP)
case("nothing", REFUSED, lambda connection: None, NO_HTTP)
case("HTTP/2 without a request", REFUSED, lambda connection: connection.send(
    b"\0\0\x12\4\0\0\0\0\0\0\3\0\0\0\x80\0\4\0\1\0\0\0\5\0\xff\xff\xff"))
case("the answer before the request", PLAYS, lambda connection: (mp3()(connection), connection.hold()), is_raw=True)

# Statuses.
for says, statuses in {"": (204, 205), "refuses access": (401, 403, 407, 451), "there is no such file": (404, 410),
                       "has an error": (304, 400, 408, 416, 418, 429, 500, 503, 511)}.items():
    for status in statuses:
        case(f"{status}", REFUSED, answer("Content-Length: 0", status=f"HTTP/1.1 {status} X"), says)
for status in 204, 304, 401, 403, 404, 410, 429, 500, 503:
    for delay in "0", "5", "99999999999999999999", "-1", "Wed, 21 Oct 2099 07:28:00 GMT", "\x1b[2J":
        if delay == "5" or status in (429, 503):
            case(f"{status}, Retry-After {delay[:16]!r}", REFUSED,
                 answer("Content-Length: 0", f"Retry-After: {delay}", status=f"HTTP/1.1 {status} X"))
for scheme in ("Basic realm=x", "Digest realm=x, nonce=y, qop=auth", "NTLM", "Negotiate", "\x1b[2J",
               "Bearer " + "x" * 50_000):
    case(f"401, {scheme[:16]!r}", REFUSED, answer("Content-Length: 0", f"WWW-Authenticate: {scheme}",
                                                 status="HTTP/1.1 401 X"), "refuses access")
case("404 with music", REFUSED, answer(f"Content-Length: {len(MP3)}", body=MP3, status="HTTP/1.1 404 X"),
     "there is no such file")
case("500 with 10 GB", REFUSED, lambda connection: (
    connection.send(head("Content-Length: 10000000000", status="HTTP/1.1 500 X")), connection.repeat(bytes(65536))),
     "has an error")
case("204 with music", REFUSED, answer(f"Content-Length: {len(MP3)}", body=MP3, status="HTTP/1.1 204 X"))

# Ends at a byte.
WHOLE = head("Content-Type: audio/mpeg", f"Content-Length: {len(MP3)}") + MP3
BODY = len(WHOLE) - len(MP3)
for count in 0, 1, 5, 9, 12, 17, 30, BODY - 2, BODY - 1:
    case(f"closes behind byte {count} of the head", REFUSED,
         lambda connection, count=count: connection.send(WHOLE[:count]))
    case(f"resets behind byte {count} of the head", REFUSED, lambda connection, count=count: (
        connection.send(WHOLE[:count]), connection.wait(seconds=0.1), connection.reset()))
for count in 0, 1, 10, 100, 417, 1000, 4096:
    case(f"closes behind byte {count}", REFUSED if count < 400 else EITHER,
         lambda connection, count=count: connection.send(WHOLE[:BODY + count]))
for count in 20_000, 80_000, len(MP3) - 1:
    case(f"closes behind byte {count}", PLAYS, lambda connection, count=count: connection.send(WHOLE[:BODY + count]))
    case(f"resets behind byte {count}", PLAYS, lambda connection, count=count: (
        connection.send(WHOLE[:BODY + count]), connection.wait(seconds=0.5), connection.reset()))
case("breaks off again and again", PLAYS, lambda connection: connection.send(WHOLE[:BODY + 24_000]), follows=75)
for name, content in {"ogg": OGG, "mp4": M4A, "x-wav": WAV}.items():
    for count in 30, 1000, 20_000:
        case(f"{name}: closes behind byte {count}", EITHER, typed(f"audio/{name}", body=content[:count],
                                                                 length=len(content)))

# Slowness.
case("a byte per second in the status line", REFUSED, lambda connection: connection.drip(WHOLE[:60]))
case("a byte per second in a header", REFUSED, lambda connection: (
    connection.send(b"HTTP/1.1 200 OK\r\nX-A: "), connection.drip(b"x" * 60)))
case("a byte per second of music", REFUSED, lambda connection: (
    connection.send(WHOLE[:BODY]), connection.drip(MP3[:60])))
case("a byte per second behind 5 s of music", PLAYS, lambda connection: (
    connection.send(WHOLE[:BODY + 40_000]), connection.drip(MP3[40_000:40_600])))
case("a chunk of a byte per second", REFUSED, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg", "Transfer-Encoding: chunked")),
    [connection.drip(chunk(MP3[i:i + 1])) for i in range(60)]))
case("a 100 Continue per second", REFUSED, lambda connection: [
    (connection.send(b"HTTP/1.1 100 Continue\r\n\r\n"), connection.wait(seconds=1)) for _ in range(60)])
case("a redirect per second", REFUSED, lambda connection: (
    connection.wait(seconds=1), moved(f"/{connection.server.requests}")(connection)))
case("silence in the status line", REFUSED, lambda connection: (connection.send(b"HTTP/1.1 "), connection.hold()))
case("silence in the headers", REFUSED, lambda connection: (connection.send(WHOLE[:30]), connection.hold()))
case("silence behind the head", REFUSED, lambda connection: (connection.send(WHOLE[:BODY]), connection.hold()))
case("silence behind 100 bytes", REFUSED, lambda connection: (connection.send(WHOLE[:BODY + 100]), connection.hold()))
case("silence behind 5 s of music", PLAYS, lambda connection: (
    connection.send(WHOLE[:BODY + 40_000]), connection.hold()))
case("never reads the request", REFUSED, lambda connection: connection.wait(seconds=60), is_raw=True)
case("never accepts the connection", REFUSED, mp3(), accepts=False)
case("silence behind the music", PLAYS, lambda connection: (connection.send(WHOLE), connection.hold()))


# TLS.
def trusted(name, wants, serve, says="", certificate="trusted", **options):
    case(f"TLS: {name}", wants, serve, says, certificate=certificate, is_secure=True, **options)


def handshake(count, then):
    """Sends the first bytes of a true handshake, and then does something else."""
    def serve(connection):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{CERTIFICATES}/trusted.pem", f"{CERTIFICATES}/trusted.key")
        received, to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        secure = context.wrap_bio(received, to_send, server_side=True)
        while not to_send.pending:
            connection.wait(for_input=True)
            hello = connection.socket.recv(65536)
            if not hello:
                raise Closed
            received.write(hello)
            try:
                secure.do_handshake()
            except ssl.SSLWantReadError:
                pass
        connection.send(to_send.read()[:count])
        then(connection)
    return serve


def broken(name, serve, says=""):
    case(f"TLS: {name}", REFUSED, serve, says, is_secure=True, is_raw=True)


trusted("true", PLAYS, mp3())
trusted("self-signed", REFUSED, mp3(), "not signed by an authority that this computer trusts", "stranger")
trusted("another server's certificate", REFUSED, mp3(), "certificate belongs to another server", "misnamed")
trusted("an old certificate", REFUSED, mp3(), "not valid at this time", "outdated")
trusted("a certificate of 60 KB", EITHER, mp3(), certificate="large")
trusted("closed in the body", PLAYS, lambda connection: (connection.send(WHOLE[:BODY + 80_000]), connection.cut()))
trusted("closed in the body, no length", PLAYS, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg") + MP3[:80_000]), connection.cut()))
trusted("closed at once behind the head", REFUSED, lambda connection: (
    connection.send(WHOLE[:BODY]), connection.cut()))
trusted("closed in the head", REFUSED, lambda connection: (connection.send(WHOLE[:30]), connection.cut()))
trusted("closed without an answer", REFUSED, lambda connection: connection.cut())
trusted("reset in the body", PLAYS, lambda connection: (
    connection.send(WHOLE[:BODY + 80_000]), connection.wait(seconds=0.5), connection.reset()))
trusted("plain text in the body", PLAYS, lambda connection: (
    connection.send(WHOLE[:BODY + 80_000]), os.write(connection.socket.fileno(), MP3[80_000:]), connection.hold()))
trusted("plain text behind the handshake", REFUSED, lambda connection: (
    os.write(connection.socket.fileno(), WHOLE[:5000]), connection.hold()))
trusted("silence in the body", PLAYS, lambda connection: (connection.send(WHOLE[:BODY + 40_000]), connection.hold()))
trusted("silence behind the handshake", REFUSED, lambda connection: connection.hold())
trusted("10 GB", PLAYS, lambda connection: (
    connection.send(head("Content-Type: audio/mpeg", "Content-Length: 10000000000")), connection.repeat(FRAMES)))
trusted("redirect to http:", EITHER, moved("http://127.0.0.1:1/"))
trusted("station", PLAYS, station(4000, title(b"A - B")))
broken("plain text instead", lambda connection: connection.send(WHOLE), "does not speak https")
broken("plain text without a request", lambda connection: connection.send(b"220 mail.example.org ESMTP\r\n"))
broken("closed at once", lambda connection: None)
broken("reset at once", lambda connection: connection.reset())
broken("silence at once", lambda connection: connection.hold())
broken("noise", lambda connection: connection.send(NOISE))
broken("10 GB of zeros", lambda connection: connection.repeat(bytes(65536)))
broken("an alert", lambda connection: connection.send(b"\x15\3\3\0\2\2\x28"))
broken("warnings without end", lambda connection: connection.repeat(b"\x15\3\3\0\2\1\x5a"))
for count in 0, 1, 5, 50, 127, 200, 500:
    broken(f"closed behind byte {count} of the handshake", handshake(count, lambda connection: None))
broken("silence in the handshake", handshake(100, lambda connection: connection.hold()))
broken("silence behind the server's part", handshake(10_000, lambda connection: connection.hold()))
broken("noise in the handshake", handshake(127, lambda connection: connection.send(NOISE)))
broken("a byte per second in the handshake", lambda connection: handshake(0, lambda connection: connection.drip(
    b"\x16\3\3\x40\0\2\0\x3f\xfc" + bytes(60)))(connection))


# Answers without end.
def endless(name, wants, data, kind="audio/mpeg", first=b"", says="", size=10_000_000_000, **options):
    fields = [f"Content-Type: {kind}"] + ([f"Content-Length: {size}"] if size else [])
    case(f"10 GB of {name}", wants, lambda connection: (
        connection.send(head(*fields) + first), connection.repeat(data)), says, **options)


endless("MP3", PLAYS, FRAMES)
endless("MP3 without a length", PLAYS, FRAMES, size=0)
endless("zeros", REFUSED, bytes(65536))
endless("zeros of no kind", REFUSED, bytes(65536), "application/octet-stream", size=0)
endless("noise", EITHER, NOISE)
endless("a page", REFUSED, b"<p>Hello</p>\n", "text/html")
endless("Ogg pages", EITHER, OGG[:4000], "audio/ogg", growth=KEPT)
endless("WAV", PLAYS, WAV[44:], "audio/x-wav", WAV[:4] + b"\xff\xff\xff\xff" + WAV[8:36] + b"data\xff\xff\xff\xff")
endless("chunks of a WAV header", EITHER, b"LIST\0\0\1\0" + bytes(65536), "audio/x-wav", WAV[:36])
endless("one chunk of a WAV header", EITHER, bytes(65536), "audio/x-wav", WAV[:36] + b"LIST\xf0\xff\xff\xff")
endless("FLAC headers", EITHER, b"\6\xff\xff\xff" + bytes(2**24 - 1), "audio/flac", read("local.flac")[:42].replace(
    b"fLaC\x80", b"fLaC\0"), growth=KEPT)
endless("an MP4 index", EITHER, bytes(65536), "audio/mp4", M4A[:28] + b"\xf0\0\0\0moov\xef\0\0\0trak")
endless("an MP4 box that is skipped", EITHER, bytes(65536), "audio/mp4", M4A[:28] + b"\0\0\0\1free\0\0\1\0\0\0\0\0")
endless("ID3 tags", EITHER, id3((b"TIT2", b"\0" + b"x" * 60_000)), growth=KEPT)
endless("MP3 frames between 1 MB of zeros", EITHER, FRAMES[:10_000] + bytes(1_000_000))

# Playlists.
LONG = "the playlist there is longer than 256 KiB"
NAMELESS = "the playlist there names no http or https address"
M3U, PLS, XSPF = "audio/x-mpegurl", "audio/x-scpls", "application/xspf+xml"


def pls(*names):
    return "[playlist]\n" + "".join(f"File{i + 1}={name}\n" for i, name in enumerate(names))


def xspf(*names, entities=""):
    return ('<?xml version="1.0"?>' + entities + '<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>'
            + "".join(f"<track><location>{name}</location></track>" for name in names) + "</trackList></playlist>")


def m3u(*names):
    return "#EXTM3U\n" + "".join(f"#EXTINF:1,x\n{name}\n" for name in names)


for name, (kind, write) in {"M3U": (M3U, m3u), "PLS": (PLS, pls), "XSPF": (XSPF, xspf)}.items():
    def lists(*names, kind=kind, write=write):
        text = write(*names)
        return lambda connection: mp3()(connection) if connection.path.startswith("/end") else typed(
            kind, body=text.encode())(connection)

    case(f"{name} to music", PLAYS, lists("/end"))
    case(f"{name} to itself", REFUSED, lists("/music"), "refer to one another without end")
    case(f"{name} to others without end", REFUSED, lambda connection, kind=kind, write=write: typed(
        kind, body=write(*(f"/{connection.server.requests}-{i}" for i in range(100))).encode())(connection),
        patience=45)
    case(f"{name} to local files", REFUSED, lists(CANARY, "file:///etc/passwd", f"{HOME}/private/canary.flac",
                                                 f"file://localhost{HOME}/private/canary.flac"))
    case(f"{name} to files, then music", PLAYS, lists(CANARY, "/end"))
    case(f"{name} to other schemes", REFUSED, lists("javascript:alert(1)", "data:audio/mpeg;base64,SUQz", "fd://0",
                                                   "ftp://127.0.0.1/x"), NAMELESS)
    case(f"{name} to stray escapes", PLAYS, lists(*(f"/end?{query}".replace("&", "&amp;" if kind == XSPF else "&")
                                                   for query in ("%zz=1&a=%", "%00", "%"))))
    case(f"{name} at a stray escape", PLAYS, lambda connection, serve=lists("/end"): (
        moved("/list?%zz&%") if connection.path == "/music" else serve)(connection))
    case(f"{name} to escapes", REFUSED, lists(
        "http://127.0.0.1:1/" + LINE_ESCAPES.decode("latin-1").replace("\v", "")))
    case(f"{name} to a dead server, then music", PLAYS, lists("http://127.0.0.1:1/", "/end"))
    case(f"{name} to 10,000 dead servers", REFUSED, lists(*["http://127.0.0.1:1/"] * 5_000), patience=30)
    case(f"{name} of nothing", REFUSED, typed(kind, body=b""))
    case(f"{name} of noise", REFUSED, typed(kind, body=NOISE))
    case(f"{name} of NULs", REFUSED, typed(kind, body=bytes(10_000)))
    case(f"{name} without line breaks", REFUSED, typed(kind, body=b"x" * 250_000), NAMELESS)
    case(f"{name} cut off", EITHER, typed(kind, body=write("/end").encode(), length=100_000))
    endless(name, REFUSED, write("/end").encode(), kind, says=LONG)
    case(f"{name}, a byte per second", REFUSED, lambda connection, kind=kind, write=write: (
        connection.send(head(f"Content-Type: {kind}")), connection.drip(write("/end").encode())))
case("XSPF with a local entity", REFUSED, typed(XSPF, body=xspf("&x;", entities=(
    f'<!DOCTYPE playlist [<!ENTITY x SYSTEM "{CANARY}">]>')).encode()))
case("XSPF with entities of entities", REFUSED, typed(XSPF, body=xspf("&j;", entities="<!DOCTYPE playlist [" + "".join(
    f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)) + '<!ENTITY a "x">]>').encode()))
case("XSPF 100,000 deep", REFUSED, typed(XSPF, body=b"<a>" * 80_000))
case("a playlist by its name alone", REFUSED, answer("Content-Type: text/plain", body=m3u(CANARY).encode()), NAMELESS,
     path="/list.m3u8")
HLS = "application/vnd.apple.mpegurl"
SEGMENTS = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n"
case("HLS of a local file", REFUSED, typed(HLS, body=f"{SEGMENTS}#EXTINF:10,\n{CANARY}\n#EXT-X-ENDLIST\n".encode()),
     "a server may only name http and https addresses")
case("HLS with a local key", REFUSED, typed(HLS, body=(
    f'{SEGMENTS}#EXT-X-KEY:METHOD=AES-128,URI="{CANARY}"\n#EXTINF:10,\n/end\n').encode()),
     "a server may only name http and https addresses")
case("HLS with escapes", REFUSED, typed(HLS, body=(
    f"{SEGMENTS}#EXTINF:10,\nfile:///".encode() + LINE_ESCAPES + b"\n#EXT-X-ENDLIST\n")))
case("HLS of itself", REFUSED, typed(HLS, body=(
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/music\n").encode()))
case("HLS of 10,000 pieces", REFUSED, typed(HLS, body=(SEGMENTS + "#EXTINF:1,\n/x\n" * 10_000).encode()))
case("HLS to a local list", REFUSED, typed(HLS, body=(
    f"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{CANARY}\n").encode()))
