"""What listens is safe: each way in is tried, without a browser.
   safety_test.py MENTAT RECORDING"""
import json
import os
import re
import socket
import subprocess
import sys
import time

from dashboards import Dashboard, eventually

mentat, recording = sys.argv[1:3]
faults = []


def check(good, what):
    if not good:
        faults.append(what)
        print("fault:", what, flush=True)


def closes(connection, seconds=60):
    """Whether the other end closes the connection, whatever it says before."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    except socket.timeout:
        return False
    return True


def try_requests(one):
    check(one.request("/")[0] == 200, "the page needs nothing but the address")
    for question in ("about", "overview", "why", "calls", "timeline", "nothing"):
        check(one.request("/api/v1/" + question)[0] == 401, f"{question} without the cookie")
    for token in ("", "0" * 32, one.token[:-1], one.token + "0", one.token.upper() + "x"):
        status, headers, _ = one.request("/api/v1/sign-in", headers={"X-Mentat-Token": token})
        check(status == 401 and "set-cookie" not in headers, f"the token {token!r}")
    one.sign_in()
    status, headers, body = one.request("/api/v1/about")
    check(status == 200 and json.loads(body)["kind"] == "recording", "the cookie lets in")
    name, value = one.cookie.split("=")
    check(name == f"mentat-{one.port}" and re.fullmatch("[0-9a-f]{32}", value) and value != one.token, "the cookie's form")
    status, headers, _ = one.request("/api/v1/about", headers={"Cookie": f"{name}={'0' * 32}"}, cookie=False)
    check(status == 401, "another cookie")
    for field, part in (("content-security-policy", "default-src 'none'; script-src 'self'"), ("x-content-type-options", "nosniff"),
                        ("cache-control", "no-store"), ("referrer-policy", "no-referrer"), ("x-frame-options", "DENY")):
        for path in ("/", "/api/v1/about", "/none"):
            check(part in one.request(path)[1].get(field, ""), f"{field} of {path}")
    check("set-cookie" not in one.request("/")[1], "a page sets a cookie")
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
        status, headers, _ = one.request("/api/v1/about", method=method)
        check(status == 405 and headers.get("allow") == "GET, HEAD", f"{method}: {status}")
    status, headers, body = one.request("/api/v1/about", method="HEAD")
    check(status == 200 and body == b"" and int(headers["content-length"]) > 10, "HEAD")
    check(one.request("/api/v1/about", body=b"x")[0] == 400, "a body")
    for host in ("evil.example", f"evil.example:{one.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{one.port}.evil.example"):
        check(one.request("/api/v1/about", host=host)[0] == 421, f"the host {host}")
    check(one.request("/", host=f"localhost:{one.port}")[0] == 200, "localhost")
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": f"http://localhost:{one.port}"},
                    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
        check(one.request("/api/v1/about", headers=headers)[0] == 403, f"{headers}")
    for path in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/style.css/../main.js", "/.",
                 "/main.js%00", "/share/mentat/verbs.txt", "/index.html/"):
        status, _, body = one.request(path)
        check(status == 404 and b"root:" not in body, f"{path}: {status}")
    check(one.request("/api/v1/calls?limit=99999999999999999999&function=%ff")[0] == 200, "numbers and texts that are none")
    for index in ("-1", "99999999999", "x", ""):
        check(one.request(f"/api/v1/call?index={index}")[0] == 404, f"the call {index}")
    check(one.request("/api/v1/timeline?begin=9223372036854775807&end=-9223372036854775808&columns=0")[0] == 200, "a window that is none")


def raw(one, text):
    """The answer to these bytes."""
    with one.connect() as made:
        made.sendall(text)
        made.settimeout(30)
        answer = b""
        try:
            while more := made.recv(65536):
                answer += more
        except (ConnectionError, socket.timeout):
            pass
    return answer


def try_bytes(one):
    host = f"Host: 127.0.0.1:{one.port}\r\n".encode()
    for text in (b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\n" + host + b"\r\n",
                 b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\n" + host + b"A\0: b\r\n\r\n",
                 b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100)):
        answer = raw(one, text)
        check(answer == b"" or answer.startswith(b"HTTP/1.1 4"), f"{text[:40]!r}: {answer[:60]!r}")
    check(raw(one, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 421"), "no host")
    check(raw(one, b"GET / HTTP/1.1\r\n" + host + host + b"\r\n").startswith(b"HTTP/1.1 421"), "two hosts")
    check(raw(one, b"GET / HTTP/1.1\r\n" + host + b"A: " + b"b" * 20000 + b"\r\n\r\n")[:12] in (b"", b"HTTP/1.1 431"), "a long head")
    check(raw(one, b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n").startswith(b"HTTP/1.1 400"), "chunks")


def try_much(one):
    before = one.memory_kb()
    with one.connect() as made:  # 200 MiB without a newline
        sent = 0
        try:
            while sent < 200 << 20:
                sent += made.send(b"x" * (1 << 20))
        except ConnectionError:
            pass
        check(sent < 64 << 20, f"{sent} bytes of a head were taken")
    check(one.memory_kb() < before + 8192, f"memory grew from {before} to {one.memory_kb()} kB by a long head")
    kept = []
    for _ in range(200):  # that say nothing; those that find no room are closed at once
        try:
            kept.append(one.connect())
        except OSError:
            break
    check(one.memory_kb() < before + 16384, f"memory grew from {before} to {one.memory_kb()} kB by 200 connections")
    files = len(os.listdir(f"/proc/{one.process.pid}/fd"))
    check(files <= 64 + 30, f"{files} files are open")
    began = time.monotonic()

    def answers():
        try:
            return one.request("/api/v1/about")[0] == 200
        except (OSError, http_error):
            return False
    check(eventually(answers), "nobody is answered beside silent connections")
    check(all(closes(each) for each in kept), "a silent connection is kept")
    check(time.monotonic() - began < 60, "silent connections are kept long")
    for each in kept:
        each.close()
    for _ in range(10_000):  # that come and go
        try:
            one.connect().close()
        except OSError:
            pass
    check(eventually(answers), "nobody is answered after 10,000 connections")
    check(one.memory_kb() < before + 16384, f"memory grew from {before} to {one.memory_kb()} kB by 10,000 connections")
    with open("dashboard.err", encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    check(any("too many connections" in line for line in lines), "nothing is said of refused connections")
    check(len(lines) < 1000, f"{len(lines)} lines are said")


def try_other_user(one):
    if os.getuid() != 0:
        print("not tried: another user, because that needs root")
        return
    text = (f"import socket; s = socket.create_connection(('127.0.0.1', {one.port})); s.settimeout(30);"
            f"s.sendall(b'GET / HTTP/1.1\\r\\nHost: 127.0.0.1:{one.port}\\r\\n\\r\\n')\n"
            "try: print(len(s.recv(9)))\nexcept ConnectionError: print(0)")
    done = subprocess.run(["/usr/bin/python3", "-c", text], capture_output=True, text=True, user=65534, group=65534, extra_groups=[],
                          cwd="/", check=False)
    check(done.stdout.strip() == "0", f"another user gets an answer: {done.stdout} {done.stderr}")
    with open("dashboard.err", encoding="utf-8", errors="replace") as file:
        check("another user has connected" in file.read(), "nothing is said of another user")


def try_powers(one):
    with open(f"/proc/{one.process.pid}/status", encoding="ascii") as file:
        status = file.read()
    check("NoNewPrivs:\t1" in status, "it can gain privileges")
    check("Seccomp:\t2" in status, "it can do anything")
    with open(f"/proc/{one.process.pid}/cmdline", "rb") as file:
        check(one.token.encode() not in file.read(), "the token is an argument")
    listening = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True, check=False).stdout
    places = [line.split()[3] for line in listening.splitlines() if line.split()[3].endswith(f":{one.port}")]
    check(places in ([], [f"127.0.0.1:{one.port}"]), f"it listens at {places}")


import http.client
http_error = http.client.HTTPException

first = Dashboard(mentat, "--open", recording)
second = Dashboard(mentat, "--open", recording)
check(first.token != second.token, "two dashboards have one token")
check(first.request("/api/v1/sign-in", headers={"X-Mentat-Token": second.token})[0] == 401, "the token of another dashboard")
check(second.stop() == 0, "Ctrl-C does not end it well")
taken = subprocess.run([mentat, "dashboard", "--open", recording, "--port", str(first.port)], capture_output=True, text=True, timeout=60,
                       check=False)
check(taken.returncode == 1 and "in use" in taken.stderr, "a port that is taken")
try_powers(first)
try_requests(first)
try_bytes(first)
try_other_user(first)
try_much(first)
check(first.process.poll() is None, "it has ended")
check(first.stop() == 0, "it does not end well")
try:
    socket.create_connection(("127.0.0.1", first.port), timeout=5).close()
    check(False, "something listens after its end")
except OSError:
    pass
print(len(faults), "faults")
sys.exit(bool(faults))
