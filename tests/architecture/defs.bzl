"""A layer of the architecture, as a test.

At the end of a BUILD file, after the targets that it is about:

    load("//tests/architecture:defs.bzl", "layer_test")

    layer_test(name = "layer_test", may_use = ["//mmps/base", "//mmps/wire"], pure = True)
"""

def layer_test(name, may_use, pure = False, reads_the_clock = []):
    """Proves that the libraries and programs of this package depend on this package and on those of `may_use` alone.

    The dependencies come from the build graph. Because a system header needs no dependency, the sources
    are read too: what they include is the standard library of C++, files of these packages, and what
    `may_use` names. Tests are free.

    Args:
      name: the test.
      may_use: packages ("//mmps/base") and targets of external repositories ("@llvm//:clang").
      pure: also no clock, thread, file, environment or stream, in the includes and in the text.
      reads_the_clock: files of a pure package that may, all the same.
    """
    package = "//" + native.package_name()
    targets = []
    files = []
    for target, rule in native.existing_rules().items():
        if rule["kind"] in ["cc_library", "cc_binary"] and not rule.get("testonly"):
            targets.append("%s:%s" % (package, target))
            for attribute in ["srcs", "hdrs", "textual_hdrs"]:
                files += [file for file in rule.get(attribute, []) if file not in files]
    native.genquery(
        name = name + ".dependencies",
        expression = "kind(rule, deps(set(%s)))" % " ".join(targets),
        opts = ["--noimplicit_deps"],
        scope = targets,
        testonly = True,
        visibility = ["//visibility:private"],
    )
    native.sh_test(
        name = name,
        size = "small",
        srcs = ["//tests/architecture:check_layer.sh"],
        args = [
            "--dependencies",
            "$(rootpath :%s.dependencies)" % name,
            "--may-use",
            " ".join([package] + may_use).replace(" ", ","),
        ] + (["--pure"] if pure else []) + [
            "--reads-the-clock=" + file
            for file in reads_the_clock
        ] + ["$(rootpaths %s)" % file for file in files],
        data = [":%s.dependencies" % name] + files,
        visibility = ["//tests/architecture:__pkg__"],
    )
