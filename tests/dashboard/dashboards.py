"""A dashboard under test, and requests to it without a browser."""
import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import time


class Dashboard:
    """`mentat dashboard ARGUMENT...`, which has printed its address."""

    def __init__(self, mentat, *arguments):
        self.said = open("dashboard.err", "ab")
        self.process = subprocess.Popen([mentat, "dashboard", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=self.said, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        ready, _, _ = select.select([self.process.stdout], [], [], 120)
        self.address = self.process.stdout.readline().decode().strip() if ready else ""
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{32})", self.address)
        assert found, f"no address: {self.address!r}, {open('dashboard.err').read()}"
        self.port, self.token = int(found[1]), found[2]
        self.cookie = None

    def request(self, path, method="GET", headers=None, body=None, host=None, cookie=True):
        """(status, headers, body)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = {"Host": host if host is not None else f"127.0.0.1:{self.port}"}
        if cookie and self.cookie:
            given["Cookie"] = self.cookie
        connection.request(method, path, body=body, headers={**given, **(headers or {})})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, dict((name.lower(), value) for name, value in answer.getheaders()), content

    def sign_in(self):
        status, headers, _ = self.request("/api/v1/sign-in", headers={"X-Mentat-Token": self.token})
        assert status == 200, status
        self.cookie = headers["set-cookie"].split(";")[0]

    def ask(self, what):
        status, _, body = self.request("/api/v1/" + what)
        assert status == 200, (what, status, body[:500])
        return json.loads(body)

    def connect(self):
        made = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        return made

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.said.close()
        return status


def eventually(condition, seconds=60):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.05)


class Program:
    """A program that says `stuck`, and goes on when the file `go` appears."""

    def __init__(self, words, mode="threads"):
        if os.path.exists("go"):
            os.remove("go")
        self.errors = open("program.err", "wb")
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors,
                                        env={**os.environ, "MENTAT_MODE": mode})
        assert eventually(lambda: b"stuck" in open("program.err", "rb").read()), "the program does not begin"

    def end(self):
        open("go", "w").close()
        self.errors.close()
        return self.process.wait(timeout=120)
