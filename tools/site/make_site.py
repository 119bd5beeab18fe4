#!/usr/bin/python3
"""Makes the pages of docs/ and the reference of the public headers as a site with search: make_site.py CHECKOUT FOLDER.

The pages for users and those about the internals are apart, as docs/README.md lists them. The site
needs no network and no server: it can be read from a folder. It is made by Sphinx (Debian packages
python3-sphinx and python3-myst-parser) and Doxygen. A link or an anchor that leads nowhere, a page that docs/README.md
does not list, and a public function that is not documented are errors.
"""

import html.parser
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

sys.dont_write_bytecode = True
import api_reference  # noqa: E402: beside this file

CONFIGURATION = """\
project = "Mentat"
author = "the Mentat authors"
version = release = {version!r}
extensions = ["myst_parser"]
source_suffix = {{".md": "markdown"}}
myst_heading_anchors = 6
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "alabaster"
html_theme_options = {{"page_width": "1300px", "sidebar_width": "290px", "show_powered_by": False,
                      "fixed_sidebar": False, "description": "Parallel and distributed C++"}}
html_sidebars = {{"**": ["about.html", "searchbox.html", "navigation.html"]}}
html_show_copyright = False
html_copy_source = False
html_last_updated_fmt = None
html_static_path = []
language = "en"
"""

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def give_up(text):
    sys.exit(f"mentat: error: {text}")


def without_code(text):
    """The lines outside of fenced and indented code, with their numbers."""
    fenced = False
    for number, line in enumerate(text.split("\n")):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


class outline:
    """The groups of docs/README.md, with the pages of each in their order."""

    def __init__(self, docs):
        self.groups = []
        listed = set()
        for _, line in without_code((docs / "README.md").read_text(encoding="utf-8")):
            if line.startswith("To ") and line.endswith(":"):
                self.groups.append((line[:-1], []))
            for _, _, target in LINK.findall(line):
                if target.endswith(".md") and self.groups and target not in listed:
                    listed.add(target)
                    self.groups[-1][1].append(target)
        if not self.groups:
            give_up("docs/README.md lists no pages")
        self.groups[0][1].append("api.md")
        self.groups.append(("Decisions", sorted(f"adr/{one.name}" for one in (docs / "adr").glob("*.md"))))
        listed.update(self.groups[-1][1])
        for page in sorted(docs.rglob("*.md")):
            name = page.relative_to(docs).as_posix()
            if name not in listed and name != "README.md":
                give_up(f"docs/README.md does not list docs/{name}")

    def contents(self):
        """The first page ends with the tables of contents of the groups."""
        tables = []
        for name, pages in self.groups:
            entries = "\n".join(page.removesuffix(".md") for page in pages)
            tables.append(f"```{{toctree}}\n:caption: {name}\n:hidden:\n:maxdepth: 1\n\n{entries}\n```\n")
        return "\n" + "\n".join(tables)


def copy_page(source, target, checkout):
    """Copies a page. A link to a file that is not on the site becomes the file's name."""
    docs = checkout / "docs"

    def rewritten(match):
        image, text, link = match.groups()
        path, _, anchor = link.partition("#")
        if not path or urllib.parse.urlparse(link).scheme:
            return match.group(0)
        led_to = (source.parent / path).resolve()
        if led_to == checkout / "README.md":
            led_to = docs / "index.md"
        elif led_to == docs or led_to == docs / "README.md":
            led_to = docs / "index.md"
        elif not led_to.exists():
            give_up(f"{source.relative_to(checkout)}: the link to {link} leads nowhere")
        elif docs not in led_to.parents or led_to.is_dir():
            return text if image or text.strip("`") == path else f"{text} (`{led_to.relative_to(checkout)}`)"
        home = docs / "index.md" if source == checkout / "README.md" else source
        here = os.path.relpath(led_to, home.parent)
        return f"{image}[{text}]({here}{'#' + anchor if anchor else ''})"

    lines = source.read_text(encoding="utf-8").split("\n")
    for number, line in without_code("\n".join(lines)):
        lines[number] = LINK.sub(rewritten, line)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines), encoding="utf-8")


class page_reader(html.parser.HTMLParser):
    """The anchors of a page, where it leads, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe") and given.get("src"):
            self.loaded.append(given["src"])
        if tag == "link" and given.get("href") and given.get("rel") != "canonical":
            self.loaded.append(given["href"])


def faults_of(site):
    """Links and anchors that lead nowhere, and what a page would load from a network."""
    pages = {page: page_reader(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    for page, read in sorted(pages.items()):
        name = page.relative_to(site)
        for link in read.loaded:
            scheme = urllib.parse.urlparse(link).scheme
            if scheme not in ("", "javascript") or link.startswith("//"):
                yield f"{name} loads {link}"
        for link in read.links + read.loaded:
            parts = urllib.parse.urlparse(link)
            if parts.scheme or parts.netloc:
                continue
            led_to = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
            if led_to.is_dir():
                led_to = led_to / "index.html"
            anchor = urllib.parse.unquote(parts.fragment)
            if not led_to.exists():
                yield f"{name}: the link to {link} leads nowhere"
            elif anchor and led_to in pages and anchor not in pages[led_to].anchors:
                yield f"{name}: {led_to.relative_to(site)} has no anchor {anchor}"


def version_of(checkout):
    text = (checkout / "mplc" / "version.h").read_text(encoding="utf-8")
    return re.search(r'version = "(.*)";', text).group(1)


def make(checkout, folder):
    docs = checkout / "docs"
    order = outline(docs)
    version = version_of(checkout)
    with tempfile.TemporaryDirectory() as work:
        pages, site = pathlib.Path(work) / "pages", pathlib.Path(work) / "site"
        try:
            reference, names = api_reference.make_reference(checkout, version, pathlib.Path(work) / "reference")
        except api_reference.fault as wrong:
            give_up(wrong)
        copy_page(checkout / "README.md", pages / "index.md", checkout)
        (pages / "api.md").write_text(names, encoding="utf-8")
        with (pages / "index.md").open("a", encoding="utf-8") as index:
            index.write(order.contents())
        for file in docs.rglob("*"):
            target = pages / file.relative_to(docs)
            if file.suffix == ".md" and file != docs / "README.md":
                copy_page(file, target, checkout)
            elif file.is_file() and file.suffix != ".md":
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
        (pages / "conf.py").write_text(CONFIGURATION.format(version=version), encoding="utf-8")
        made = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
                               str(pages), str(site)], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            give_up("sphinx failed:\n" + (made.stderr + made.stdout).replace(str(pages), "docs"))
        shutil.copytree(reference, site / "reference")
        faults = list(faults_of(site))
        if faults:
            give_up("\n".join(["the site has faults:", *faults]))
        shutil.rmtree(site / ".doctrees", ignore_errors=True)
        for unwanted in (".buildinfo", "objects.inv"):
            (site / unwanted).unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(site, folder, dirs_exist_ok=True)
    print(folder / "index.html")


def main():
    if len(sys.argv) != 3:
        give_up("usage: make_site.py CHECKOUT FOLDER")
    if not all(importlib.util.find_spec(module) for module in ("sphinx", "myst_parser")):
        give_up("there is no Sphinx; install the Debian packages python3-sphinx and python3-myst-parser")
    if not api_reference.is_there():
        give_up("there is no Doxygen; install the Debian package doxygen")
    folder = pathlib.Path(sys.argv[2])
    if folder.exists() and not folder.is_dir():
        give_up(f"{folder} is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "searchindex.js").exists():
        give_up(f"{folder} has other files; name an empty folder, or one with an earlier site")
    make(pathlib.Path(sys.argv[1]).resolve(), folder.resolve())


if __name__ == "__main__":
    main()
