"""The reference of the public headers: pages that Doxygen makes, and a page of the site that lists them.

Doxygen reads copies of the headers under the names by which programs include them. In comments `docs/NAME.md` and
`docs/NAME.md, "Heading"` become links to the pages of the site. Every warning is an error; so is a public name that has
no documentation.
"""

import html
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

PUBLIC = ("rts/api/include/mentat", "daemons/program/include/mentat")
# For translated text, text that is written by hand in its place, and other compilers: docs/emitted.md.
INTERNAL = ("api.h", "elision.h", "main.h", "server.h")
# Headers that only include their text.
TEXT_OF = {"errors.h": "rts/core/errors.h"}

PAGE = re.compile(r'docs/([a-z0-9_/-]+)\.md(?:, "([^"]+)")?')

MAIN_PAGE = """# The API reference {{#mainpage}}

What a program in the Mentat language, or one with its own `main`, includes and names. The language itself is described
in [the documents](../index.html).

| header | |
|---|---|
{headers}
"""


class fault(Exception):
    """Why there is no reference."""


def is_there():
    return shutil.which("doxygen") is not None


def public_headers(checkout):
    """The file of each header that a program includes, by its name."""
    headers = {}
    for folder in PUBLIC:
        for file in sorted((checkout / folder).glob("*.h")):
            if file.name not in INTERNAL:
                elsewhere = checkout / TEXT_OF.get(file.name, "")
                headers[file.name] = elsewhere if elsewhere.is_file() else file
    if not headers:
        raise fault(f"there is no public header in {' or '.join(PUBLIC)}")
    return headers


def anchor_of(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def with_links(text):
    """The text of a header in which comments lead to the pages of the site. It has the same lines."""

    def linked(match):
        page, heading = match.groups()
        link = f"../{page}.html" + (f"#{anchor_of(heading)}" if heading else "")
        return f"[{match.group(0)}]({link})"

    return "\n".join(PAGE.sub(linked, line) if line.lstrip().startswith("///") else line for line in text.split("\n"))


def in_checkout(said, headers, checkout):
    """The text with the places of the headers in the checkout."""
    for name, file in headers.items():
        said = re.sub(rf"^mentat/{re.escape(name)}:", f"{file.relative_to(checkout)}:", said, flags=re.MULTILINE)
    return said


def run_doxygen(settings, headers, checkout, work, version):
    copies = work / "headers"
    (copies / "mentat").mkdir(parents=True)
    for name, file in headers.items():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise fault(f"{file.relative_to(checkout)} is not UTF-8") from None
        (copies / "mentat" / name).write_text(with_links(text), encoding="utf-8")
    rows = "\n".join(f'| @ref {name} "&lt;mentat/{name}&gt;" | @copybrief {name} |' for name in sorted(headers))
    (work / "main.md").write_text(MAIN_PAGE.format(headers=rows), encoding="utf-8")
    chosen = (settings / "Doxyfile").read_text(encoding="utf-8") + f"""
PROJECT_NUMBER = {version}
INPUT = "{work / "main.md"}" "{copies}"
FILE_PATTERNS += *.md
USE_MDFILE_AS_MAINPAGE = "{work / "main.md"}"
LAYOUT_FILE = "{settings / "DoxygenLayout.xml"}"
STRIP_FROM_PATH = "{copies}"
STRIP_FROM_INC_PATH = "{copies}"
OUTPUT_DIRECTORY = "{work}"
HTML_OUTPUT = html
XML_OUTPUT = xml
"""
    made = subprocess.run(["doxygen", "-"], input=chosen, cwd=work, capture_output=True, text=True, check=False)
    said = "\n".join(dict.fromkeys((made.stderr + made.stdout).replace(f"{copies}/", "").split("\n")))
    if said.strip():
        raise fault("doxygen found faults:\n" + in_checkout(said, headers, checkout).replace(f"{work}/", ""))
    if made.returncode != 0 or not (work / "xml" / "index.xml").exists():
        raise fault(f"doxygen made nothing; its status is {made.returncode}")


def text_of(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def link_to(target, name):
    return f'<a href="reference/{target}"><code>{html.escape(name)}</code></a>'


class catalog:
    """The names that Doxygen has documented, each with its first sentence."""

    def __init__(self, xml):
        self._xml = xml
        self._index = ElementTree.parse(xml / "index.xml").getroot()

    def _compound(self, identifier):
        return ElementTree.parse(self._xml / f"{identifier}.xml").getroot().find("compounddef")

    def _all(self, kind):
        return [self._compound(one.get("refid")) for one in self._index.findall(f"compound[@kind='{kind}']")]

    def undocumented(self):
        """What Doxygen does not say: classes, concepts and values of enumerations without documentation."""

        def place_of(element, name):
            location = element.find("location")
            return f"{location.get('file')}:{location.get('line')}: {name} is not documented"

        def has_none(element):
            return not text_of(element.find("briefdescription")) and not text_of(element.find("detaileddescription"))

        classes = [one for kind in ("class", "struct", "union", "concept") for one in self._all(kind)]
        closed = tuple(f"{one.findtext('compoundname')}::" for one in classes if one.get("prot", "public") != "public")
        for one in classes:
            name = one.findtext("compoundname")
            if has_none(one) and not f"{name}::".startswith(closed):
                yield place_of(one, name)
        for one in classes + self._all("namespace"):
            for enumeration in one.iter("memberdef"):
                if enumeration.get("prot") == "public":
                    for value in filter(has_none, enumeration.iter("enumvalue")):
                        yield place_of(enumeration, f"{enumeration.findtext('name')}::{value.findtext('name')}")

    @staticmethod
    def _members(compounds, file=None):
        """Of functions that have one name, the first. Of a class, no constructors."""
        seen = {one.findtext("compoundname").split("::")[-1] for one in compounds if one.get("kind") != "namespace"}
        for member in (one for compound in compounds for one in compound.iter("memberdef")):
            if file and member.find("location").get("file") != file:
                continue
            name = member.findtext("name", "")
            brief = text_of(member.find("briefdescription"))
            is_shown = member.get("prot") == "public" and brief and re.fullmatch(r"[a-z]\w*", name)
            if is_shown and name not in seen:
                seen.add(name)
                page, _, anchor = member.get("id").rpartition("_1")
                yield f"{link_to(f'{page}.html#{anchor}', name)}: {html.escape(brief)}"

    def _entries(self, file, namespaces):
        for one in file.findall("innerclass"):
            of_class = self._compound(one.get("refid"))
            brief = text_of(of_class.find("briefdescription"))
            if brief:
                members = "".join(f"<li>{member}</li>\n" for member in self._members([of_class]))
                inner = f"\n<ul>\n{members}</ul>" if members else ""
                link = link_to(f"{one.get('refid')}.html", one.text.removeprefix("mentat::"))
                yield f"{link}: {html.escape(brief)}{inner}"
        yield from self._members(namespaces, file.find("location").get("file"))

    def page(self):
        parts = ["# API reference\n",
                 "What a program includes and names, header by header. The pages of "
                 "<a href=\"reference/index.html\">the reference</a> have the details.\n"]
        namespaces = self._all("namespace")
        for file in self._all("file"):
            name = file.findtext("compoundname", "")
            if name.endswith(".h"):
                entries = "".join(f"<li>{entry}</li>\n" for entry in self._entries(file, namespaces))
                if not entries:  # Doxygen drops a header whose braces @cond hides, and says nothing
                    raise fault(f"Doxygen sees no name in <mentat/{name}>")
                parts.append(f"## `<mentat/{name}>`\n")
                parts.append(f"```{{raw}} html\n<p>{html.escape(text_of(file.find('briefdescription')))}</p>\n"
                             f"<ul>\n{entries}</ul>\n```\n")
        return "\n".join(parts)


def make_reference(checkout, version, work):
    """Returns the folder with Doxygen's pages, and the text of the page of the site that lists the names."""
    settings = pathlib.Path(__file__).resolve().parent
    work.mkdir()
    headers = public_headers(checkout)
    run_doxygen(settings, headers, checkout, work, version)
    names = catalog(work / "xml")
    if faults := list(names.undocumented()):
        raise fault(in_checkout("\n".join(faults), headers, checkout))
    return work / "html", names.page()
