#!/usr/bin/python3
"""Prints the SBOM of an installation, SPDX 2.3 in JSON: make_sbom.py PREFIX.

It names each program and library of the installation, the libraries that it loads, those whose code is
compiled into it, and the tools that made it, with the versions of Debian's packages on this machine.
tests/sbom/check compares COMPILED_IN with the sources. SOURCE_DATE_EPOCH is the date (default: now).
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

MAINTAINERS = "Organization: The Mentat maintainers"

# Debian package: (name, licence, comment).
LLVM = "Apache-2.0 WITH LLVM-exception"
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
LIBRARIES = {
    "cppzmq-dev": ("cppzmq", "MIT", ""),
    "libboost-context1.74-dev": ("Boost.Context", "BSL-1.0", ""),
    "libboost1.74-dev": ("Boost.Beast and Boost.Asio", "BSL-1.0", ""),
    "libc6": ("glibc", "LGPL-2.1-or-later", ""),
    "libcereal-dev": ("cereal", "BSD-3-Clause", ""),
    "libclang-19-dev": ("Clang, inline functions of headers", LLVM, ""),
    "libclang-cpp19": ("libclang-cpp", LLVM, ""),
    "libcli11-dev": ("CLI11", "BSD-3-Clause", ""),
    "libexpected-dev": ("expected", "CC0-1.0", ""),
    "libfmt-dev": ("fmt", "MIT", "with the exception for embedded object code"),
    "libgcc-s1": ("libgcc", GCC, ""),
    "libllvm19": ("libLLVM", LLVM, ""),
    "libsodium23": ("libsodium", "ISC", ""),
    "libspdlog-dev": ("spdlog", "MIT", ""),
    "libstdc++-12-dev": ("libstdc++, inline functions of headers", GCC, ""),
    "libstdc++6": ("libstdc++", GCC, ""),
    "libtomlplusplus-dev": ("toml++", "MIT", ""),
    "libzmq5": ("ZeroMQ", "LGPL-3.0-or-later", "with ZeroMQ's exception for linking"),
    "llvm-19-dev": ("LLVM, inline functions of headers", LLVM, ""),
    "nlohmann-json3-dev": ("nlohmann/json", "MIT", ""),
}

# The packages whose code becomes part of a file: headers and static libraries.
RUNTIME = ["cppzmq-dev", "libboost-context1.74-dev", "libcereal-dev", "libexpected-dev", "libfmt-dev", "libspdlog-dev",
           "libstdc++-12-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"]
COMPILED_IN = {
    "bin/mentat": ["libcli11-dev", "libexpected-dev", "libstdc++-12-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"],
    "bin/mentat-dashboard": ["libboost1.74-dev", "libexpected-dev", "libstdc++-12-dev", "nlohmann-json3-dev"],
    "bin/mentat-host": ["cppzmq-dev", "libexpected-dev", "libstdc++-12-dev"],
    "bin/mplc": ["libclang-19-dev", "libcli11-dev", "libexpected-dev", "libstdc++-12-dev", "llvm-19-dev", "nlohmann-json3-dev"],
    "lib/libmentat.a": RUNTIME,
    "lib/mentat/libmentat.so.@VERSION@": RUNTIME,
    "lib/mentat/libmentat_clangd.so": ["libclang-19-dev", "libexpected-dev", "libstdc++-12-dev", "llvm-19-dev"],
}

# The libraries of the dashboard's pages, which are in the tree (third_party/js/README.md): name, version, licence.
IN_PAGES = [("htm", "3.1.1", "Apache-2.0"), ("preact in htm", "3.1.1", "MIT"), ("uPlot", "1.6.32", "MIT"), ("@dagrejs/dagre", "3.1.3", "MIT")]

# What the run-time system opens when a mode needs it (mmps/zmq/library.cc).
OPENED = {"lib/libmentat.a": ["libzmq5"], "lib/mentat/libmentat.so.@VERSION@": ["libzmq5"]}

BUILD_TOOLS = {"bazel-bootstrap": ("Bazel", "Apache-2.0"), "g++-12": ("g++", "GPL-3.0-or-later")}


def give_up(text):
    sys.exit(f"mentat: error: {text}")


def output_of(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        give_up(f"cannot run {command[0]}: {error.strerror}; the versions are those of Debian's packages")
    return done.stdout if done.returncode == 0 else ""


def version_of(package):
    """Of a Debian package that is installed."""
    version = output_of("dpkg-query", "-W", "-f=${Version}", package)
    if not version:
        give_up(f"the Debian package {package} is not installed, so its version is not known")
    return version


def package_of(library, folder):
    """The Debian package of a shared library."""
    for place in (f"/lib/{folder}/{library}", f"/usr/lib/{folder}/{library}"):
        found = output_of("dpkg", "-S", place)
        if found:
            return found.split(":")[0]
    return give_up(f"no Debian package has {library}")


def needed_by(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", str(file)))


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", text)


class document:
    def __init__(self, version, architecture):
        self.version, self.architecture = version, architecture
        self.packages, self.relationships = {}, []

    def add(self, name, version, licence, purpose, supplier=MAINTAINERS, debian=None, comment=""):
        """Returns the identifier."""
        known = identifier(debian or name)
        if known in self.packages:
            return known
        entry = {"SPDXID": known, "name": name, "versionInfo": version, "supplier": supplier, "downloadLocation": "NOASSERTION",
                 "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
                 "copyrightText": "NOASSERTION", "primaryPackagePurpose": purpose}
        if comment:
            entry["licenseComments"] = comment
        if debian:
            locator = f"pkg:deb/debian/{debian.replace('+', '%2B')}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={self.architecture}"
            entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]
        self.packages[known] = entry
        return known

    def add_debian(self, package, purpose="LIBRARY", table=None):
        if package not in LIBRARIES and not table:
            give_up(f"tools/package/make_sbom.py knows no licence of the Debian package {package}; add it to LIBRARIES")
        name, licence, *comment = (table or LIBRARIES)[package]
        return self.add(name, version_of(package), licence, purpose, "Organization: Debian", package, "".join(comment))

    def relate(self, one, kind, other):
        self.relationships.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    def text(self):
        made = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"mentat-{self.version}",
                "documentNamespace": "", "creationInfo": {"created": self.date(), "creators": [MAINTAINERS, f"Tool: make_sbom.py-{self.version}"]},
                "comment": "Of the third-party sources in Mentat's tree, those of share/mentat/dashboard become part of an installation.",
                "packages": [self.packages[one] for one in sorted(self.packages)],
                "relationships": sorted(self.relationships, key=lambda one: list(one.values()))}
        # A document of other content has another name, which its format asks for.
        content = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:32]
        made["documentNamespace"] = f"https://mentat.invalid/spdx/mentat-{self.version}-{content}"
        return json.dumps(made, indent=1) + "\n"

    @staticmethod
    def date():
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
        return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def sbom(prefix):
    libraries = sorted((prefix / "lib/mentat").glob("libmentat.so.*"))
    if len(libraries) != 1:
        give_up(f"{prefix} is no installation of Mentat: it has no lib/mentat/libmentat.so.VERSION")
    version = libraries[0].name.removeprefix("libmentat.so.")
    folder = output_of("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
    made = document(version, output_of("dpkg", "--print-architecture").strip())
    whole = made.add("Mentat", version, "Apache-2.0", "FRAMEWORK")
    made.relate("SPDXRef-DOCUMENT", "DESCRIBES", whole)
    for place, compiled_in in COMPILED_IN.items():
        file = prefix / place.replace("@VERSION@", version)
        if not file.exists():
            give_up(f"{prefix} is no whole installation of Mentat: it has no {file.relative_to(prefix)}")
        name = str(file.relative_to(prefix))
        part = made.add(name, version, "Apache-2.0", "APPLICATION" if name.startswith("bin/") else "LIBRARY")
        made.relate(whole, "CONTAINS", part)
        for package in compiled_in:
            made.relate(part, "STATIC_LINK", made.add_debian(package))
        for package in sorted({package_of(library, folder) for library in needed_by(file)} if file.suffix != ".a" else ()):
            made.relate(part, "DYNAMIC_LINK", made.add_debian(package))
        for package in OPENED.get(place, ()):
            made.relate(made.add_debian(package), "OPTIONAL_DEPENDENCY_OF", part)
    for name, version_in_pages, licence in IN_PAGES:
        made.relate(whole, "CONTAINS", made.add(name, version_in_pages, licence, "LIBRARY", "NOASSERTION"))
    for package in BUILD_TOOLS:
        made.relate(made.add_debian(package, "APPLICATION", BUILD_TOOLS), "BUILD_TOOL_OF", whole)
    return made.text()


def main():
    if len(sys.argv) != 2:
        give_up("usage: make_sbom.py PREFIX")
    sys.stdout.write(sbom(pathlib.Path(sys.argv[1])))


if __name__ == "__main__":
    main()
