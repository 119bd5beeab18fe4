"""The metrics: those of the command and of the dashboard agree, promtool accepts them, a real Prometheus reads them, and
Grafana's dashboard asks for nothing else.
   metrics_test.py MENTAT WAITS RECORDING"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from dashboards import Dashboard, Program, eventually

mentat, waits, recording = sys.argv[1:4]
grafana = os.path.join(os.path.dirname(os.path.dirname(mentat)), "share/mentat/grafana.json")
faults = []


def check(good, what):
    if not good:
        faults.append(what)
        print("fault:", what, flush=True)


def run(*words, **more):
    return subprocess.run([mentat, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False, **more)


def values(text):
    """{sample: value}; each line has the form of the format 0.0.4."""
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            check(re.fullmatch(r"# (HELP mentat_\w+ .+|TYPE mentat_\w+ (counter|gauge))", line), f"the comment {line!r}")
            continue
        parts = re.fullmatch(r'(mentat_\w+(?:\{[a-z]+="(?:[^"\\]|\\["\\n])*"\})?) (\d+)', line)
        check(parts, f"the line {line!r}")
        check(parts[1] not in found, f"{parts[1]} stands there twice")
        found[parts[1]] = int(parts[2])
    return found


def typed(text):
    return dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))


def check_form(text):
    for name, kind in typed(text).items():
        check(name.endswith("_total") == (kind == "counter"), f"{name} is a {kind}")
        check(f"# HELP {name} " in text, f"no help for {name}")
    if not shutil.which("promtool"):
        print("SKIPPED: there is no promtool (tools/packages.metrics.txt)")
        return
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=60, check=False)
    check(done.returncode == 0 and done.stdout + done.stderr == "", f"promtool: {done.stdout}{done.stderr}")


def try_command():
    nothing = run("metrics")
    check(nothing.returncode == 0, f"nothing runs: {nothing.stderr}")
    check_form(nothing.stdout)
    found = values(nothing.stdout)
    check(found["mentat_up"] == 1 and found["mentat_programs"] == 0, f"nothing runs: {found}")
    program = Program([waits, "argument", os.path.abspath("go")])
    check(eventually(lambda: 'mentat_waiting_calls{class="tally"}' in values(run("metrics").stdout)), "calls do not wait")
    text = run("metrics").stdout
    check_form(text)
    found = values(text)
    for row in json.loads(run("list", "classes", "--json").stdout)["classes"]:
        for metric, key in (("mentat_calls_total", "calls"), ("mentat_objects", "objects")):
            check(found.get(f'{metric}{{class="{row["name"]}"}}') == row[key], f"{metric} of {row}")
    check(found["mentat_programs"] == 1, "the program is not counted")
    check(program.end() == 0, "the program ends badly")


def try_file():
    """Readers see whole files, numbers that do not fall, and no file afterwards."""
    program = Program([waits, "argument", os.path.abspath("go")])
    one = subprocess.Popen([mentat, "metrics", "--output", "mentat.prom", "--every", "1"], stdin=subprocess.DEVNULL)
    check(eventually(lambda: os.path.exists("mentat.prom")), "there is no file")
    before = values(open("mentat.prom").read())
    check(before["mentat_programs"] == 1, "the program is not in the file")
    check(program.end() == 0, "the program ends badly")
    now = lambda: values(open("mentat.prom").read())
    check(eventually(lambda: now()["mentat_programs"] == 0), "the end of the program is not in the file")
    after = now()
    for name, value in before.items():
        if "_total" in name:
            check(after.get(name, -1) >= value, f"{name} falls when the program ends")
    one.send_signal(signal.SIGTERM)
    check(one.wait(timeout=60) == 0 and not os.path.exists("mentat.prom"), "the file stays")
    check([name for name in os.listdir(".") if "unfinished" in name] == [], "a part of a file stays")


def try_wrong():
    os.makedirs("folder.prom", exist_ok=True)
    for words, status, said in ((("--every", "5"), 2, "--output"), (("--every", "0", "--output", "x"), 2, "every"), (("--every", "x", "--output", "x"), 2, "every"),
                                (("--session", "nobody"), 1, "no session"), (("--output", "/nowhere/x.prom"), 1, "/nowhere"),
                                (("--output", "/nowhere/x.prom", "--every", "1"), 1, "/nowhere"), (("--output", "folder.prom"), 2, "no file"),
                                (("--output", "/dev/null"), 2, "no file"), (("thing",), 2, "thing")):
        done = run("metrics", *words)
        check(done.returncode == status and said in done.stderr and done.stdout == "", f"{words}: {done.returncode}, {done.stderr}")
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([mentat, "metrics"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    check(done.returncode == 1 and done.stderr != "", "a full disk is not said")
    os.symlink("/dev/null", "device")  # which must not be replaced
    for words, said in ((("--metrics", "/nowhere/token"), "/nowhere"), (("--metrics", "device"), "is no file"), (("--metrics", "token", "--open", recording), "exclude")):
        done = run("dashboard", *words)
        check(done.returncode != 0 and said in done.stderr and done.stdout == "", f"dashboard {words}: {done.stderr}")


def try_door():
    one = Dashboard(mentat)
    check(one.request("/metrics")[0] == 401, "metrics without a token")
    check(one.request("/metrics", headers={"Authorization": "Bearer "})[0] == 401, "metrics with an empty token")
    one.sign_in()
    check(one.request("/metrics")[0] == 200, "metrics with the cookie")
    one.stop()
    os.umask(0)
    one = Dashboard(mentat, "--metrics", "token")
    os.umask(0o22)
    check(os.stat("token").st_mode & 0o777 == 0o600, "others can read the token")
    bearer = {"Authorization": "Bearer " + open("token").read()}
    status, headers, body = one.request("/metrics", headers=bearer)
    check(status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4"), f"metrics: {status}, {headers}")
    check_form(body.decode())
    for path in ("/api/v1/overview", "/api/v1/log", "/api/v1/sign-in"):
        check(one.request(path, headers=bearer)[0] == 401, f"the token for metrics opens {path}")
    check(one.request("/metrics", headers=bearer, host="evil.example")[0] == 421, "metrics for another host")
    check(one.request("/metrics", headers={**bearer, "Origin": "http://evil.example"})[0] == 403, "metrics for another page")
    check(one.request("/metrics", headers={"Authorization": "Bearer " + one.token})[0] == 401, "the token of the pages")
    check(one.request("/metrics", headers=bearer, method="POST")[0] == 405, "POST")
    one.stop()
    one = Dashboard(mentat, "--open", recording)
    one.sign_in()
    check(one.request("/metrics")[0] == 404, "a recording has no metrics")
    one.stop()


class Prometheus:
    """A real one, which reads the metrics of a dashboard."""

    def __init__(self, target):
        with open("prometheus.yml", "w", encoding="ascii") as file:
            file.write("global: {scrape_interval: 500ms, scrape_timeout: 500ms}\nscrape_configs:\n  - job_name: mentat\n    authorization: {credentials_file: "
                       f"{os.path.abspath('token')}" "}\n    static_configs: [{targets: ['" f"127.0.0.1:{target}" "']}]\n")
        subprocess.run(["promtool", "check", "config", "prometheus.yml"], check=True, stdout=subprocess.DEVNULL)
        with open("prometheus.err", "wb") as said:
            self.process = subprocess.Popen(["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0"],
                                            stdout=said, stderr=said)
        port = lambda: re.search(r"address=127\.0\.0\.1:([1-9]\d*)", open("prometheus.err", encoding="utf-8").read())
        found = eventually(port)
        assert found, open("prometheus.err", encoding="utf-8").read()
        self.port = int(found[1])

    def ask(self, expression):
        address = f"http://127.0.0.1:{self.port}/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as error:
            if error.code == 503:  # it begins
                return []
            raise AssertionError(f"{expression}: {error.read()}") from error

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=60)


def expressions():
    dashboard = json.load(open(grafana, encoding="utf-8"))
    return [target["expr"].replace("$instance", ".*").replace("$__rate_interval", "5s") for panel in dashboard["panels"] for target in panel["targets"]]


def try_grafana():
    """Each metric that it asks for exists, and each that exists is shown."""
    subprocess.run([mentat, "start"], check=True, stdout=subprocess.DEVNULL)
    exposed = set(typed(run("metrics").stdout))
    asked = set(re.findall(r"mentat_\w+", open(grafana, encoding="utf-8").read()))
    check(asked == exposed, f"only Grafana: {asked - exposed}; only the metrics: {exposed - asked}")


def try_log():
    """In the session that try_grafana() has started."""
    lines = [json.loads(line) for line in run("logs", "--json").stdout.splitlines()]
    texts = run("logs").stdout.splitlines()
    check(len(lines) == len(texts) > 1, f"{len(lines)} objects for {len(texts)} lines")
    for line, text in zip(lines, texts):
        check(set(line) == {"time", "what"} and f"{line['time']} {line['what']}" == text, f"{line}: {text!r}")


def try_prometheus():
    """In the session that try_grafana() has started."""
    if not shutil.which("prometheus"):
        print("SKIPPED: there is no prometheus (tools/packages.metrics.txt)")
        return
    one = Dashboard(mentat, "--metrics", "token")
    program = Program([waits, "argument", os.path.abspath("go")])
    scraper = Prometheus(one.port)
    try:
        check(eventually(lambda: [row["value"][1] for row in scraper.ask("up")] == ["1"]), "it reads nothing")
        listed = lambda: {row["name"]: row["calls"] for row in json.loads(run("list", "classes", "--json").stdout)["classes"]}
        scraped = lambda: {row["metric"]["class"]: int(row["value"][1]) for row in scraper.ask("mentat_calls_total")}
        check(eventually(lambda: listed() and scraped() == listed()), f"calls: {scraped()}, {listed()}")
        check([row["value"][1] for row in scraper.ask("sum(mentat_host_up)")] == ["1"], "the host is not up")
        for each in expressions():
            good = eventually(lambda asked=each: scraper.ask(asked) or "dropped" in asked)
            check(good, f"no answer: {each}")
    finally:
        scraper.stop()
    check(program.end() == 0, "the program ends badly")
    one.stop()


try_command()
try_file()
try_wrong()
try_door()
try_grafana()
try_log()
try_prometheus()
subprocess.run([mentat, "stop"], check=True, stdout=subprocess.DEVNULL)
print(len(faults), "faults")
sys.exit(bool(faults))
