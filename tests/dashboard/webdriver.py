"""A browser under test: W3C WebDriver, which is JSON over HTTP, as far as the tests need it."""
import base64
import http.client
import json
import re
import subprocess

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, driver, browser, folder, options=()):
        self.driver = subprocess.Popen([driver, "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       cwd=folder)
        self.port = None
        for line in self.driver.stdout:
            if found := re.search(rb"successfully on port (\d+)", line):
                self.port = int(found[1])
                break
        assert self.port, "chromedriver does not begin"
        capabilities = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"}, "goog:chromeOptions": {
            "binary": browser,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--no-proxy-server", "--window-size=1200,900", f"--user-data-dir={folder}/profile", *options]}}
        self.session = ""
        made = self.send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = "/session/" + made["sessionId"]

    def send(self, method, path, value=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        body = json.dumps(value if value is not None else {}) if method == "POST" else None
        connection.request(method, self.session + path, body=body, headers={"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer.get('message', '')[:500]}")
        return answer

    def open(self, address):
        self.send("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """The script calls its last argument with its result."""
        return self.send("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.send("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.send("POST", f"/element/{self.find(selector)}/click")

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def log(self):
        """What the console said since the last time."""
        return self.send("POST", "/se/log", {"type": "browser"})

    def chrome(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def resize(self, width, height):
        self.send("POST", "/window/rect", {"width": width, "height": height})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))

    def close(self):
        try:
            self.send("DELETE", "")
        except (OSError, RuntimeError, http.client.HTTPException):
            pass
        self.driver.terminate()
        self.driver.wait(timeout=60)
        self.driver.stdout.close()
