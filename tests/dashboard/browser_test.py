"""The pages in a real browser, for what runs, for recordings, and as a report.
   browser_test.py MENTAT WAITS AXE      MENTAT_SCREENSHOTS=FOLDER: writes a picture of each page there"""
import http.server
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import threading
import time

from dashboards import Dashboard, Program, eventually
from webdriver import Browser

mentat, waits = sys.argv[1:3]
axe = open(sys.argv[3], encoding="utf-8").read()
screenshots = os.environ.get("MENTAT_SCREENSHOTS", "")
PAGES = ("overview", "timeline", "graph", "objects", "hosts", "profile", "log")
HOSTILE = '<img src=x onerror=window.hurt=1><script>window.hurt=1<\\script>'
faults = []


def check(good, what):
    if not good:
        faults.append(what)
        print("fault:", what, flush=True)
    return good


def quiet(browser, where, allowed=()):
    for line in browser.log():
        if not any(each in line["message"] for each in (*allowed, "willReadFrequently")):  # the test reads the canvas
            check(False, f"{where}: the console says {line['level']}: {line['message'][:300]}")


def text_of(browser, selector="#content"):
    return browser.run("const found = document.querySelector(arguments[0]); return found ? found.innerText : ''", selector)


def go(browser, page):
    browser.run("location.hash = arguments[0]", page)
    name = page.split("?")[0]
    check(eventually(lambda: browser.run("return document.querySelector('main')?.dataset.page") == name), f"{page} does not appear")
    still = lambda: "Asking…" not in text_of(browser) and "Drawing…" not in text_of(browser) and "Computing…" not in text_of(browser)
    check(eventually(still), f"{page} asks for ever: {text_of(browser)[:200]}")
    check(browser.run("return document.querySelector('.fault[role=alert]')?.innerText || ''") == "", f"{page}: {text_of(browser, '.fault')}")


def judge(browser, where):
    """By axe-core: WCAG 2.1 A and AA."""
    if not browser.run("return !!window.axe"):
        browser.run(axe)
    found = browser.run_async("const done = arguments[arguments.length - 1];"
                              "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then((r) => done(r.violations.map("
                              "(v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 150) + ' ' + n.failureSummary).join(' | '))))")
    check(found == [], f"{where}: {found}")


def judge_in_all_forms(browser, where):
    for scheme in ("light", "dark"):
        browser.chrome("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        judge(browser, f"{where}, {scheme}")
    for width, zoom in ((800, 1), (1280, 2)):  # 200 % is a page of half the width
        browser.chrome("Emulation.setDeviceMetricsOverride", width=width // zoom, height=800, deviceScaleFactor=zoom, mobile=False)
        fits = lambda: browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 1
        wide = "return [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest('.scroll, .lanes')).slice(0, 3).map((e) => e.outerHTML.slice(0, 90))"
        check(eventually(fits, 5), f"{where} is wider than {width // zoom} px: {browser.run(wide)}")
    browser.chrome("Emulation.clearDeviceMetricsOverride")
    browser.chrome("Emulation.setEmulatedMedia", features=[])


def picture(browser, name):
    if screenshots:
        time.sleep(0.5)  # a picture alone
        browser.screenshot(os.path.join(screenshots, f"dashboard_{name}.png"))


def table(browser, caption):
    """The lines of a table, as texts of cells."""
    return browser.run("const found = [...document.querySelectorAll('table')].find((one) => one.caption && one.caption.innerText === arguments[0]);"
                       "return found ? [...found.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim())) : null", caption)


def try_first_page(browser, one):
    browser.open(one.address)
    check(eventually(lambda: browser.run("return !!document.querySelector('main[data-page=overview] table')")), "no first page: " + text_of(browser, "body"))
    size, took = browser.run("const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];"
                             "return [all.reduce((sum, one) => sum + one.encodedBodySize, 0), all[0].loadEventEnd]")
    print(f"first page: {size} bytes, {took:.0f} ms", flush=True)
    check(size <= 160_000, f"the first page has {size} bytes")
    check(one.token not in browser.run("return location.href"), "the token stays in the address")
    check(browser.run("return document.cookie") == "", "scripts see the cookie")


def try_live(browser):
    program = Program([waits, "argument", os.path.abspath("go")], "processes")
    one = Dashboard(mentat)
    try_first_page(browser, one)
    check(eventually(lambda: "waits" in text_of(browser, "#sentence")), "the sentence: " + text_of(browser, "#sentence"))
    for page in PAGES:
        go(browser, page)
        judge_in_all_forms(browser, f"live {page}")
        quiet(browser, f"live {page}")
        if page in ("overview", "objects", "graph"):
            picture(browser, "live_" + page)
    go(browser, "objects")
    listed = json.loads(subprocess.run([mentat, "list", "objects", "--json"], capture_output=True, check=True).stdout)["objects"]
    wanted = sorted([str(row["name"]), row["class"], str(row["waiting"])] for row in listed)
    shown = lambda: sorted([row[1], row[2], row[6]] for row in table(browser, "Objects") or [])
    check(eventually(lambda: shown() == wanted), f"objects: {shown()}, listed {wanted}")
    browser.click("button[aria-label^='Why does']")
    check(eventually(lambda: "Nothing is stuck" in text_of(browser, "#why") or "wait" in text_of(browser, "#why pre")), "why: " + text_of(browser, "#why"))
    judge(browser, "why")
    picture(browser, "live_why")
    one_more = browser.run("return performance.now()")
    check(one_more > 0, "time")
    program.end()
    go(browser, "overview")
    check(eventually(lambda: "No program runs." in text_of(browser, "#sentence")), "the end of the program is not seen")
    quiet(browser, "the end of the program")
    one.stop()
    check(eventually(lambda: "What is shown is old" in text_of(browser, "body")), "the end of the dashboard is not seen")
    quiet(browser, "the end of the dashboard", ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED"))


def try_hostile_program(browser):
    name = "<img src=x onerror=window.hurt=1>"
    shutil.copy(waits, name)
    program = Program([os.path.abspath(name), "argument", os.path.abspath("go")])
    one = Dashboard(mentat)
    browser.open(one.address)
    check(eventually(lambda: name in text_of(browser, "#sentence")), "a program's name is not text: " + text_of(browser, "#sentence"))
    for page in PAGES:
        go(browser, page)
    check(not browser.run("return window.hurt || 0"), "a program's name is executed")
    quiet(browser, "a hostile name")
    program.end()
    one.stop()


def try_recording(browser, file, name):
    one = Dashboard(mentat, "--open", file)
    browser.open(one.address)
    check(eventually(lambda: "recorded on" in text_of(browser, "#sentence")), "the sentence: " + text_of(browser, "body"))
    one.sign_in()
    for page in PAGES:
        go(browser, page)
        judge_in_all_forms(browser, f"{name} {page}")
        quiet(browser, f"{name} {page}")
        if name == "tree" and page not in ("log", "hosts"):
            picture(browser, page)
        if name == "processes" and page == "hosts":
            picture(browser, "hosts")
    return one


def try_hosts(browser):
    one = try_recording(browser, "hosts.mtrace", "hosts")
    go(browser, "hosts")
    rows = table(browser, "Hosts")
    check([row[1] for row in rows] == ["n1", "n2", "n3"] and all("µs" in row[5] or "ms" in row[5] or "0" in row[5] for row in rows), f"{rows}")
    go(browser, "timeline")
    check(eventually(lambda: canvas_colours(browser) > 2), "nothing is drawn of several hosts")
    quiet(browser, "hosts")
    picture(browser, "timeline_hosts")
    one.stop()


def canvas_colours(browser):
    return browser.run("const on = document.getElementById('lanes');"
                       "const bytes = on.getContext('2d').getImageData(0, 0, on.width, on.height).data;"
                       "const seen = new Set(); for (let i = 0; i < bytes.length; i += 4) if (bytes[i + 3]) seen.add(bytes[i] + ',' + bytes[i + 1] + ',' + bytes[i + 2]);"
                       "return seen.size")


def try_tree(browser):
    one = try_recording(browser, "tree.mtrace", "tree")
    go(browser, "timeline")
    check(eventually(lambda: canvas_colours(browser) > 2), "nothing is drawn")
    browser.run("document.getElementById('lanes').focus()")
    browser.press("\ue007")  # Enter
    check(eventually(lambda: text_of(browser, "#call-number") != ""), "no call is chosen by the keyboard")
    for _ in range(2):
        index = text_of(browser, "#call-number")
        call = one.ask("call?index=" + index)
        check(text_of(browser, "#call") == call["function"], "another function")
        check(text_of(browser, "#before").split()[0] == f"{call['before']['count']:,}", "before: " + text_of(browser, "#before"))
        check(text_of(browser, "#after").split()[0] == f"{call['after']['count']:,}", "after: " + text_of(browser, "#after"))
        browser.run("location.hash = 'timeline?call=' + arguments[0]", one.ask("calls?function=sum&limit=1")["calls"][0]["index"])
        check(eventually(lambda: text_of(browser, "#call") == "node::sum"), "a call by its address")
    judge(browser, "a chosen call")
    quiet(browser, "a chosen call")
    picture(browser, "call")
    browser.run("document.getElementById('lanes').focus()")
    browser.press("+", "+", "\ue014", "-", "\ue011")  # zoom, to the right, all
    browser.press("\ue00c")  # Escape
    check(eventually(lambda: text_of(browser, "#call-number") == ""), "Escape does not leave the call")
    go(browser, "graph")
    check(browser.run("return document.querySelectorAll('svg .node').length") == 2, "the graph's nodes")
    browser.run("document.querySelectorAll('svg .node')[1].dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    check(eventually(lambda: "Calls of" in text_of(browser)), "a node of the graph has no calls")
    go(browser, "profile")
    functions = {row[0]: row for row in table(browser, "Functions")}
    check(functions["node::sum"][2] == "63", f"{functions}")
    quiet(browser, "tree")
    for link in browser.run("return [...document.querySelectorAll('nav a')].map((one) => one.hash)"):
        browser.click(f"nav a[href='{link}']")
        check(eventually(lambda: browser.run("return document.querySelector('main').dataset.page") == link[1:]), f"the link {link}")
    browser.run("history.back()")
    check(eventually(lambda: browser.run("return document.querySelector('main').dataset.page") == "profile"), "back")
    one.stop()


def try_growing(browser):
    os.environ["MENTAT_RECORD"] = "full"
    program = Program([mentat, "run", "--record=growing.mtrace", waits, "guard", os.path.abspath("go")])
    del os.environ["MENTAT_RECORD"]
    one = Dashboard(mentat, "--open", "growing.mtrace")
    browser.open(one.address)
    check(eventually(lambda: "being recorded on" in text_of(browser, "#sentence")), "the sentence: " + text_of(browser, "body"))
    check(eventually(lambda: "::put" in text_of(browser)), "nothing is shown of what runs: " + text_of(browser))
    go(browser, "timeline")
    check(eventually(lambda: canvas_colours(browser) > 2), "nothing is drawn of what runs")
    seen = text_of(browser, "#sentence")
    check(program.end() == 0, "the recorded program ends badly")
    check(eventually(lambda: ", recorded on" in text_of(browser, "#sentence")), "an end that is not seen: " + text_of(browser, "#sentence"))
    check(text_of(browser, "#sentence") != seen.replace("being recorded", "recorded"), "the page shows nothing new: " + seen)
    go(browser, "profile")
    check(eventually(lambda: "Predicted" in text_of(browser)), "no profile behind the end: " + text_of(browser))
    quiet(browser, "growing")
    one.stop()


def try_killed(browser):
    one = Dashboard(mentat, "--open", "killed.mtrace")
    browser.open(one.address)
    check(eventually(lambda: "cut off" in text_of(browser)), "a killed process is no problem")
    one.stop()


def try_hostile_recording(browser):
    content = open("tree.mtrace", "rb").read()
    size = struct.unpack_from("<I", content, 12)[0]
    header = json.loads(content[16:16 + size])
    for method in header["methods"]:
        method[0] = method[0].replace("node", HOSTILE)
    header["program"] = HOSTILE
    text = json.dumps(header).encode()
    open("hostile.mtrace", "wb").write(content[:12] + struct.pack("<I", len(text)) + text + content[16 + size:])
    one = try_recording(browser, "hostile.mtrace", "hostile")
    check(HOSTILE in text_of(browser, "#sentence"), "the program's name is not text")
    go(browser, "profile")
    check(HOSTILE in text_of(browser), "the functions' names are not text")
    check(not browser.run("return window.hurt || 0"), "a name is executed")
    one.stop()
    subprocess.run([mentat, "report", "hostile.mtrace", "-o", "hostile.html"], check=True)
    browser.open("file://" + os.path.abspath("hostile.html"))
    check(eventually(lambda: HOSTILE in text_of(browser, "#sentence")), "the report of hostile names: " + text_of(browser, "body")[:300])
    check(not browser.run("return window.hurt || 0"), "a name is executed in the report")
    quiet(browser, "the report of hostile names")


def try_report(browser):
    subprocess.run([mentat, "report", "tree.mtrace", "-o", "run.html"], check=True)
    browser.chrome("Network.enable")
    browser.chrome("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    browser.open("file://" + os.path.abspath("run.html"))
    check(eventually(lambda: "recorded on" in text_of(browser, "#sentence")), "the report: " + text_of(browser, "body")[:300])
    for page in PAGES:
        go(browser, page)
        judge(browser, f"report {page}")
        quiet(browser, f"report {page}")
    go(browser, "timeline")
    check(eventually(lambda: canvas_colours(browser) > 2), "nothing is drawn in the report")
    browser.chrome("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


class elsewhere(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_):
        pass


def try_rebinding(browser):
    one = Dashboard(mentat, "--open", "tree.mtrace")
    browser.open(f"http://evil.example:{one.port}/#{one.token}")  # resolves to 127.0.0.1
    check("another host" in text_of(browser, "body"), "another name is answered: " + text_of(browser, "body"))
    browser.open(one.address)
    check(eventually(lambda: "recorded on" in text_of(browser, "#sentence")), "it does not sign in")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for host in ("evil.example", "127.0.0.1"):  # another site, and another port of this one, to which cookies go
        browser.open(f"http://{host}:{server.server_port}/")
        answer = browser.run_async("const done = arguments[arguments.length - 1];"
                                   "fetch(arguments[0], { credentials: 'include' }).then((r) => r.text()).then(done, (e) => done('refused ' + e))",
                                   f"http://127.0.0.1:{one.port}/api/v1/about")
        check(answer.startswith("refused"), f"a page of {host} reads: {answer[:100]}")
        answer = browser.run_async("const done = arguments[arguments.length - 1]; const made = document.createElement('iframe');"
                                   "made.onload = () => { try { done(made.contentDocument ? made.contentDocument.body.innerText : 'refused'); } catch { done('refused'); } };"
                                   "made.src = arguments[0]; document.body.append(made)", f"http://127.0.0.1:{one.port}/")
        check(answer in ("refused", ""), f"a page of {host} frames it: {answer[:100]}")
    server.shutdown()
    server.server_close()
    browser.log()
    one.stop()


made = Browser(shutil.which("chromedriver"), shutil.which("chromium"), os.getcwd(), ["--host-resolver-rules=MAP evil.example 127.0.0.1"])
try:
    tests = [try_live, try_hostile_program, try_tree, try_growing, try_killed, try_hostile_recording, try_report, try_rebinding,
             lambda browser: try_recording(browser, "processes.mtrace", "processes").stop(), try_hosts]
    for test in tests:
        began = time.monotonic()
        made.open("about:blank")  # what an earlier page still asks is not this test's
        made.log()
        test(made)
        print(f"{getattr(test, '__name__', test)}: {time.monotonic() - began:.1f} s", flush=True)
finally:
    made.close()
print(len(faults), "faults")
sys.exit(bool(faults))
