"""The answers of the dashboard are those of the command, for what runs and for a recording.
   answers_test.py MENTAT WAITS RECORDING"""
import json
import os
import subprocess
import sys

from dashboards import Dashboard, Program, eventually

mentat, waits, recording = sys.argv[1:4]
faults = []


def check(good, what):
    if not good:
        faults.append(what)
        print("fault:", what, flush=True)


def command(*words):
    done = subprocess.run([mentat, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout)


def try_nothing():
    one = Dashboard(mentat)
    one.sign_in()
    overview = one.ask("overview")
    check(overview["programs"] == [] and overview["classes"] == [] and overview["problems"] == [], "no program")
    check(one.ask("why")["text"] == "No program runs.\n", "why, of no program")
    check(one.ask("hosts") == {"hosts": []}, "hosts without a session")
    check(one.ask("log")["lines"] == [], "the log without a session")
    check(one.request("/api/v1/timeline")[0] == 404, "a timeline of what runs")
    check(one.stop() == 0, "it does not end well")


def try_live(mode):
    program = Program([waits, "argument", os.path.abspath("go")], mode)
    one = Dashboard(mentat)
    one.sign_in()
    stable = ("name", "class", "waiting", "calls", "state")
    rows = lambda answer: sorted(tuple(str(row[key]) for key in stable) for row in answer["objects"])
    check(eventually(lambda: rows(one.ask("objects")) == rows(command("list", "objects", "--json"))), f"{mode}: objects")
    check(one.ask("classes") == command("list", "classes", "--json"), f"{mode}: classes")
    listed, asked = command("list", "calls", "--json"), one.ask("calls")
    for answer in (listed, asked):
        for row in answer["calls"]:
            row.pop("age_ms")
    check(asked == listed, f"{mode}: calls")
    check(one.ask("programs") == command("list", "programs", "--json"), f"{mode}: programs")
    overview = one.ask("overview")
    check(overview["totals"]["waiting"] >= (14 if mode == "processes" else 1), f"{mode}: {overview['totals']} wait")
    why = one.ask("why?what=tally")
    text = subprocess.run([mentat, "why", "tally"], capture_output=True, text=True, check=False).stdout
    check(why["text"].splitlines()[0][:20] == text.splitlines()[0][:20], f"{mode}: why: {why['text']} / {text}")
    check([each["program"] for each in why["programs"]] == [str(program.process.pid)], f"{mode}: why, by program")
    check("Nothing called" in one.ask("why?what=%3Cnobody%3E")["text"], f"{mode}: why of nobody")
    check(one.ask(f"objects?program={program.process.pid}")["objects"] != [], f"{mode}: one program")
    check(program.end() == 0, f"{mode}: the program ends badly")
    check(eventually(lambda: one.ask("overview")["programs"] == []), f"{mode}: a program that has ended is shown")
    check(one.stop() == 0, f"{mode}: it does not end well")


def try_session():
    subprocess.run([mentat, "start"], check=True, stdout=subprocess.DEVNULL)
    one = Dashboard(mentat)
    one.sign_in()
    check(one.ask("about")["session"] == "default", "the session")
    listed, asked = command("list", "hosts", "--json"), one.ask("hosts")
    for answer in (listed, asked):
        for row in answer["hosts"]:
            row.pop("load")
    check(asked == listed and len(asked["hosts"]) == 1, f"hosts: {asked}")
    check(any("is up" in line for line in one.ask("log")["lines"]), "the log")
    check(len(one.ask("log?lines=1")["lines"]) == 1, "one line of the log")
    subprocess.run([mentat, "stop"], check=True, stdout=subprocess.DEVNULL)
    check(one.process.wait(timeout=60) == 0, "the dashboard does not end with its session")


def try_recording():
    one = Dashboard(mentat, "--open", recording)
    one.sign_in()
    about = one.ask("about")
    check(about["calls"] == 64 and about["gaps"] == [], f"{about}")
    profile = json.loads(subprocess.run([mentat, "profile", "--json", recording], capture_output=True, check=True).stdout)
    check(eventually(lambda: one.ask("profile") == profile), "the profile")
    check(eventually(lambda: one.ask("profile?workers=7").get("asked", {}).get("workers") == 7), "the profile of other workers")
    functions = {row["function"]: row for row in one.ask("overview")["functions"]}
    check(functions["node::sum"]["calls"] == 63 and functions["main"]["calls"] == 1, f"{functions}")
    graph = one.ask("graph")
    check(sorted(each["function"] for each in graph["nodes"]) == ["main", "node::sum"], f"{graph}")
    check(sum(each["count"] for each in graph["arrows"] if each["kind"] == "call") == 63, f"{graph}")
    dot = subprocess.run([mentat, "graph", "--by=functions", recording], capture_output=True, check=True).stdout
    check(one.request("/api/v1/graph.dot")[2] == dot, "the graph as DOT")
    window = one.ask("timeline?columns=2000")
    check(0 < len(window["bars"]) <= 5000, f"{len(window['bars'])} bars")
    half = one.ask(f"timeline?columns=500&begin={about['begin']}&end={(about['begin'] + about['end']) // 2}")
    check(all(bar[1] < half["end"] and bar[2] > half["begin"] for bar in half["bars"]), "bars outside of the window")
    calls = one.ask("calls?function=sum&limit=1000")
    check(len(calls["calls"]) == 63 and calls["left_out"] == 0, "the calls of a function")
    check(one.ask("calls?limit=5")["left_out"] == 59, "calls that are left out")
    main = next(row for row in one.ask("calls")["calls"] if row["function"] == "main")
    root = one.ask(f"call?index={main['index']}")
    check(root["after"]["count"] == 63 and root["before"]["count"] >= 1, f"{root}")
    check(one.stop() == 0, "it does not end well")


def try_hosts():
    one = Dashboard(mentat, "--open", "hosts.mtrace")
    one.sign_in()
    check(one.ask("about")["gaps"] == [], f"{one.ask('about')}")
    hosts = one.ask("messages")["hosts"]
    check([row["name"] for row in hosts] == ["n1", "n2", "n3"] and all(row["whole"] for row in hosts), f"{hosts}")
    check(all(0 <= row["uncertainty"] < 10**9 for row in hosts) and sum(row["calls"] for row in hosts) == 64, f"{hosts}")
    check(hosts[1]["calls"] > 0 and hosts[2]["calls"] > 0, f"{hosts}")
    lanes = one.ask("timeline")
    check([name for _, name in lanes["hosts"]] == ["n1", "n2", "n3"], f"{lanes['hosts']}")
    for (first, name), behind in zip(lanes["hosts"], [lane for lane, _ in lanes["hosts"][1:]] + [len(lanes["workers"])]):
        check(all(worker.startswith(name + " ") for worker in lanes["workers"][first:behind]), f"{lanes['workers']}")
    graph = one.ask("graph")
    check(sum(each["count"] for each in graph["arrows"] if each["kind"] == "call") == 63, f"{graph}")
    check(eventually(lambda: "span_ns" in one.ask("profile")), "the profile of several hosts")
    root = one.ask(f"call?index={next(row['index'] for row in one.ask('calls')['calls'] if row['function'] == 'main')}")
    check(root["after"]["count"] == 63, f"{root}")
    check(one.stop() == 0, "it does not end well")


def try_growing():
    os.environ["MENTAT_RECORD"] = "full"
    program = Program([mentat, "run", "--record=growing.mtrace", waits, "guard", os.path.abspath("go")])
    one = Dashboard(mentat, "--open", "growing.mtrace")
    one.sign_in()
    early = one.ask("about")
    check(early["grows"] and early["gaps"] == [], f"{early}")
    check(eventually(lambda: any(row["function"].endswith("::put") for row in one.ask("overview")["functions"])), "nothing is shown of what runs")
    check(one.ask("overview")["problems"] == [], f"{one.ask('overview')['problems']}")
    check(program.end() == 0, "the recorded program ends badly")
    check(eventually(lambda: not one.ask("about")["grows"]), "a recording that has ended grows")
    late = one.ask("about")
    check(late["calls"] > early["calls"] and late["end"] > early["end"] and late["gaps"] == [], f"{early}, {late}")
    check(eventually(lambda: "span_ns" in one.ask("profile")), "no profile behind the end")
    check(one.stop() == 0, "it does not end well")
    # The file is removed meanwhile.
    program = Program([mentat, "run", "--record=growing.mtrace", waits, "guard", os.path.abspath("go")])
    one = Dashboard(mentat, "--open", "growing.mtrace")
    one.sign_in()
    os.remove("growing.mtrace")
    check(eventually(lambda: not one.ask("about")["grows"]), "a file that is gone grows")
    check(one.stop() == 0, "it does not end well without its file")
    program.end()
    del os.environ["MENTAT_RECORD"]


def try_wrong():
    for words, status, said in ((("--session", "nobody"), 1, "no session"), (("--open", "nowhere.mtrace"), 1, "nowhere.mtrace"), (("--open", waits), 1, "no recording"),
                                (("--session", "nobody", "--open", "x"), 2, "exclude"), (("--port", "70000"), 2, "port")):
        done = subprocess.run([mentat, "dashboard", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
        check(done.returncode == status and said in done.stderr, f"{words}: {done.returncode}, {done.stderr}")
    for words, status in ((("nowhere.mtrace", "-o", "x.html"), 1), ((recording,), 2), ((recording, "-o", recording), 2),
                          ((recording, "-o", "/nowhere/x.html"), 1)):
        done = subprocess.run([mentat, "report", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
        check(done.returncode == status and done.stderr != "", f"report {words}: {done.returncode}, {done.stderr}")
    content = open(recording, "rb").read()
    for size in range(0, len(content), max(1, len(content) // 40)):  # cut anywhere
        open("cut.mtrace", "wb").write(content[:size])
        done = subprocess.run([mentat, "report", "cut.mtrace", "-o", "cut.html"], capture_output=True, text=True, timeout=120, check=False)
        check(done.returncode in (0, 1) and "invariant" not in done.stderr, f"cut at {size}: {done.returncode}, {done.stderr}")


def try_report():
    done = subprocess.run([mentat, "report", recording, "-o", "run.html"], capture_output=True, text=True, check=False)
    check(done.returncode == 0 and done.stdout == "", f"report: {done}")
    text = open("run.html", encoding="utf-8").read()
    check(len(text) < 2_000_000, f"the report has {len(text)} bytes")
    check("node::sum" in text and "http-equiv" in text, "the report has no answers")
    print("report:", len(text), "bytes")


try_nothing()
for mode in ("threads", "processes"):
    try_live(mode)
try_session()
try_recording()
try_hosts()
try_growing()
try_report()
try_wrong()
print(len(faults), "faults")
sys.exit(bool(faults))
