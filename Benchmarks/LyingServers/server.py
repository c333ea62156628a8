"""A server on the loopback that sends what a case says, as slowly and as wrongly as the case says."""
import select
import socket
import ssl
import struct
import threading
import time


class Closed(Exception):
    """The player has closed the connection, or the server ends."""


class Connection:
    """One connection of the player, and the request on it."""

    def __init__(self, server, connection):
        self.server = server
        self.socket = connection
        self.request = b""

    @property
    def path(self):
        return self.request.split(b" ", 2)[1].decode("latin-1") if self.request.count(b" ") > 1 else ""

    @property
    def first_byte(self):
        """The first byte of the part that the request asks for; None if it asks for everything."""
        lines = self.request.lower().split(b"\r\n")
        part = next((line for line in lines if line.startswith(b"range: bytes=")), None)
        return int(part.split(b"=")[1].split(b"-")[0]) if part else None

    def read_request(self):
        while b"\r\n\r\n" not in self.request:
            self.wait(for_input=True)
            piece = self.socket.recv(65536)
            if not piece:
                raise Closed
            self.request += piece

    def wait(self, for_input=False, seconds=None):
        """Waits until the socket is ready, or for some seconds. Raises `Closed` if the server ends meanwhile."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = 0.1 if end is None else min(0.1, end - time.monotonic())
            if left <= 0:
                return
            sockets = [self.socket]
            ready = select.select(sockets if for_input else [], [] if for_input else sockets, [], left)
            if self.server.is_closed:
                raise Closed
            if end is None and (ready[0] or ready[1]):
                return
            if end is not None:
                time.sleep(min(left, 0.05))

    def send(self, data):
        view = memoryview(data)
        while view:
            self.wait()
            try:
                view = view[self.socket.send(view[:65536]):]
            except (BlockingIOError, ssl.SSLWantWriteError):
                continue
            except (OSError, ValueError):
                raise Closed from None
        self.server.sent += len(data)

    def repeat(self, data, count=None):
        """Sends the data again and again: `count` times, or 10 GB of them."""
        data = bytes(data)
        block = data * max(1, 65536 // len(data)) if count is None else data
        for _ in range(10_000_000_000 // len(block) if count is None else count):
            self.send(block)

    def drip(self, data, pause=1):
        """Sends a byte, waits, and sends the next one."""
        for index in range(len(data)):
            self.send(data[index:index + 1])
            self.wait(seconds=pause)

    def hold(self):
        """Keeps the connection open, without data, until the player closes it or the server ends."""
        while True:
            self.wait(for_input=True)
            try:
                if not self.socket.recv(65536):
                    return
            except (BlockingIOError, ssl.SSLWantReadError):
                continue

    def finish(self):
        """Ends the connection in order."""
        self.socket.settimeout(1)
        if isinstance(self.socket, ssl.SSLSocket):
            self.socket = self.socket.unwrap()
        self.socket.shutdown(socket.SHUT_WR)
        # Closing with unread input would be a reset, which discards what has been sent.
        while self.socket.recv(65536):
            pass

    def cut(self):
        """Ends the connection in order below TLS, without the end that TLS has."""
        self.socket.shutdown(socket.SHUT_WR)
        self.wait(seconds=0.2)
        raise Closed

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
        raise Closed


class Server:
    """Listens on its own port, and answers each request with `serve(connection)`.

    - `certificate`: the path of a certificate without its ending; None for plain HTTP.
    - `is_raw`: True if `serve` handles connections instead of requests.
    """

    def __init__(self, serve, certificate=None, is_raw=False, accepts=True):
        self.serve = serve
        self.is_raw = is_raw
        self.is_closed = False
        self.sent = 0
        self.requests = 0
        self.faults = []
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        if accepts:
            threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.handle, args=[connection], daemon=True).start()

    def handle(self, plain):
        self.requests += 1
        connection = Connection(self, plain)
        try:
            if self.context and not self.is_raw:
                connection.socket = self.context.wrap_socket(plain, server_side=True)
            if not self.is_raw:
                connection.read_request()
            connection.socket.setblocking(False)
            self.serve(connection)
            connection.finish()
        except (Closed, OSError):
            pass
        except Exception as error:  # A fault of the case itself, which would look like one of its lies.
            self.faults.append(repr(error))
        finally:
            connection.socket.close()

    def close(self):
        self.is_closed = True
        # Wakes the thread that accepts connections.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
