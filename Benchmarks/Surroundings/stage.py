"""A player with its own home and bus, and the commands and checks of one case."""
import contextlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import time

# The player runs as a plain user, because root ignores modes and limits.
PLAIN_USER = 65534


class Missed(Exception):
    """A promise that the player did not keep."""


class Stage:
    def __init__(self, segue, folder, home=None):
        self.segue, self.folder, self.processes, self.player = str(segue), folder, [], None
        self.home = home or folder / "home"
        self.run = folder / "run"
        for path in (self.home, self.run):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.chown(path, PLAIN_USER, PLAIN_USER)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.run), "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.run}/bus", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none"}
        self.errors = folder / "errors"
        self.slowest = 0.0
        self.configure(transitions='"plain"', crossfadeDuration=8)
        self.start_bus()

    def configure(self, **settings):
        file = self.home / ".config/segue/config.toml"
        self.own(file.parent)
        file.write_text("".join(f"{name} = {value}\n" for name, value in settings.items()))
        os.chown(file, PLAIN_USER, PLAIN_USER)

    def own(self, path):
        """Creates a folder, and its ancestors below the home, for the plain user."""
        for folder in [*reversed(path.relative_to(self.home).parents), path.relative_to(self.home)]:
            (self.home / folder).mkdir(mode=0o700, exist_ok=True)
            os.chown(self.home / folder, PLAIN_USER, PLAIN_USER)

    # Programs

    def begin(self, words, environment=None, limits=(), closed=(), **options):
        """Starts a program that ends with the case."""
        def prepare():
            for limit, value in limits:
                resource.setrlimit(limit, (value, value))
            for descriptor in closed:
                os.close(descriptor)
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | options
        process = subprocess.Popen(
            [str(word) for word in words], env=environment or self.environment, preexec_fn=prepare, cwd="/",
            user=PLAIN_USER, group=PLAIN_USER, extra_groups=[], start_new_session=True, **options)
        self.processes.append(process)
        return process

    def start_bus(self):
        (self.run / "bus").unlink(missing_ok=True)
        self.bus = self.begin(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={self.run}/bus"])
        self.until(lambda: (self.run / "bus").exists(), 5, "there is no bus")

    def start_sound_server(self, program):
        self.environment["PULSE_SERVER"] = f"unix:{self.run}/sound"
        self.begin([program, "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                    "-L", "module-null-sink sink_name=n",
                    "-L", f"module-native-protocol-unix socket={self.run}/sound auth-anonymous=1"])
        self.until(lambda: (self.run / "sound").exists(), 10, "there is no sound server")

    def start(self, *files, output="null", prefix=(), environment=None, **options):
        """Starts the player and returns once it answers, or ends."""
        if "stderr" not in options and 2 not in options.get("closed", ()):
            # Through a pipe, because a limit of file sizes is one of the log too.
            with open(self.errors, "wb") as errors:
                options["stderr"] = self.begin(["cat"], stdin=subprocess.PIPE, stdout=errors).stdin
        self.player = self.begin([*prefix, self.segue, "daemon", "--output", output, *files], environment, **options)
        if "stderr" in options and not isinstance(options["stderr"], int):
            options["stderr"].close()
        end = time.monotonic() + 20
        while self.player.poll() is None and time.monotonic() < end:
            if self.client("status", environment=environment).returncode == 0:
                if files:
                    self.until(lambda: self.status()["status"] == "Playing", 10, "the player does not play")
                return
            time.sleep(0.1)
        if self.player.poll() is None:
            raise Missed("the player is not on the bus after 20 s")

    def client(self, *words, limit=10.0, environment=None, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        try:
            return subprocess.run(
                [self.segue, *map(str, words)], env=environment or self.environment, stdin=subprocess.DEVNULL,
                text=True, timeout=limit, cwd="/", user=PLAIN_USER, group=PLAIN_USER, extra_groups=[], **options)
        except subprocess.TimeoutExpired:
            raise Missed(f"no answer to `{words[0]}` within {limit:.0f} s")

    # Commands and checks

    def ask(self, *words, limit=2.0, fails=False, **options):
        """Runs a command, which must end within the limit, with success or one sentence; returns what it printed."""
        began = time.monotonic()
        answer = self.client(*words, limit=limit, **options)
        self.slowest = max(self.slowest, time.monotonic() - began)
        if self.player and self.player.poll() is not None:
            raise Missed(f"the player ended with {self.player.returncode}: {self.last_words()}")
        if answer.returncode == 0:
            return answer.stdout
        self.check(len(answer.stderr.splitlines()) == 1, f"`{words[0]}` said {answer.stderr!r}")
        if fails:
            return answer.stderr.strip()
        raise Missed(f"`{words[0]}` failed: {answer.stderr.strip()}")

    def status(self):
        return json.loads(self.ask("status", "--json"))

    def queue(self):
        return self.ask("queue", "list", "--json")

    def until(self, condition, limit, missed):
        """Returns the seconds until the condition holds."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > limit:
                raise Missed(missed() if callable(missed) else missed)
            time.sleep(0.05)
        return time.monotonic() - began

    def check(self, condition, missed):
        if not condition:
            raise Missed(missed)

    def check_playing(self, seconds=2):
        """Checks that the position advances as time does, and that there is no error."""
        began, before = time.monotonic(), self.status()
        time.sleep(seconds)
        after, taken = self.status(), time.monotonic() - began
        self.check(after["status"] == "Playing", f"the player is {after['state']}, error {after['error']}")
        if before["track"]["id"] == after["track"]["id"]:
            advanced = after["position"] - before["position"]
            self.check(abs(advanced - taken) < 0.5, f"the position advanced {advanced:.1f} s in {taken:.1f} s")
        return after

    def said(self):
        """The sentences in the player's log."""
        return self.errors.read_text(errors="replace").splitlines() if self.errors.exists() else []

    def last_words(self):
        """The sentence that a trap of Swift leaves, or the last line."""
        said = [line for line in self.said() if line]
        return next((line for line in said if "atal error" in line), said[-1] if said else "")

    def end(self, limit=5):
        """Ends the player, which must end by itself within the limit."""
        if self.player is None:
            return
        if self.player.poll() is None:
            self.player.send_signal(signal.SIGTERM)
        # A thread inside of a file system that does not answer outlives the process, until the file system answers.
        state = pathlib.Path(f"/proc/{self.player.pid}/stat")
        self.until(lambda: self.player.poll() is not None or state.read_text().rsplit(")", 1)[1].split()[0] == "Z",
                   limit, f"the player does not end within {limit} s")
        self.check(not self.player.poll(), f"the player ended with {self.player.returncode}: {self.last_words()}")
        self.player = None

    def close(self):
        for process in self.processes:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(2)
        self.signal_programs(signal.SIGKILL)

    def signal_programs(self, number):
        """Signals the processes of the program, also helpers, and a player that a command has started."""
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(folder / "exe") == self.segue:
                    os.kill(int(folder.name), number)
