"""Bazel rules for programs in the Mentat language.

    load("@mentat//mplc:defs.bzl", "mentat_binary", "mentat_library", "mentat_test")

    mentat_library(name = "counter", srcs = ["counter.mpl.cc"], hdrs = ["counter.mpl.h"])
    mentat_binary(name = "hello", srcs = ["hello.mpl.cc"], deps = [":counter"])
    mentat_test(name = "hello_test", srcs = ["hello.mpl.cc"], deps = [":counter"], expected = "hello.expected")

Files that end in .mpl.cc and .mpl.h are translated, others are compiled as they are. A file that
includes an .mpl.h must be an .mpl file itself.

A workspace that uses these rules declares @mentat, calls mentat_repositories() of
@mentat//third_party:repositories.bzl, and builds with --cxxopt=-std=c++20 --host_cxxopt=-std=c++20.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library")
load("//mplc:translate.bzl", "mentat_translated", "mentat_with_mpl_headers")

# A column of generated text means nothing on a line of the user's file.
_GENERATED_CODE_OPTIONS = ["-std=c++20", "-fno-show-column"] + select({
    str(Label("//tools:compiler_is_clang")): ["-fno-caret-diagnostics"],
    "//conditions:default": ["-fno-diagnostics-show-caret"],
})

def _is_mpl(label):
    return label.endswith(".mpl.cc") or label.endswith(".mpl.h")

def _source_folder():
    """Where plain headers beside a translated file are found: its generated form is elsewhere."""
    repository = native.repository_name()[1:]
    parts = (["external", repository] if repository else []) + ([native.package_name()] if native.package_name() else [])
    return "/".join(parts) or "."

def mentat_library(
        name,
        srcs = [],
        hdrs = [],
        deps = [],
        copts = [],
        local_defines = [],
        defines = [],
        translator_options = [],
        visibility = None,
        testonly = False,
        tags = [],
        **kwargs):
    """A library with Mentat classes.

    Args:
      name: the target; other mentat_* and cc_* targets may depend on it.
      srcs: .mpl.cc files, and plain sources and private headers.
      hdrs: .mpl.h files, and plain headers.
      deps: mentat_library and cc_library targets.
      copts: options of the C++ compiler; mplc gets those that change how the text is read.
      local_defines: as in cc_library.
      defines: as in cc_library.
      translator_options: options of mplc, such as -Rmentat.
      visibility: as everywhere.
      testonly: as everywhere.
      tags: as everywhere.
      **kwargs: other attributes of cc_library.
    """
    # Generated code that defines a Mentat class includes <mentat/server.h>, other <mentat/api.h>.
    # One that has `main` includes <mentat/main.h>.
    runtime = [str(Label("//rts/api")), str(Label("//rts/api:group")), str(Label("//rts/api:server")), str(Label("//rts/api:space")), str(Label("//daemons/program:runtime"))]
    plain_headers = [f for f in hdrs + srcs if not _is_mpl(f) and f.endswith(".h")]
    translated = name + ".mpl"
    has_mpl = [f for f in hdrs + srcs if _is_mpl(f)]
    mentat_translated(
        name = translated,
        srcs = [f for f in srcs if f.endswith(".mpl.cc")],
        hdrs = [f for f in hdrs + srcs if f.endswith(".mpl.h")],
        plain_hdrs = plain_headers,
        copts = copts,
        local_defines = local_defines + defines,
        translator_options = translator_options,
        deps = deps + runtime,
        testonly = testonly,
        tags = tags,
        visibility = ["//visibility:private"],
    )
    native.filegroup(
        name = translated + ".headers",
        srcs = [":" + translated],
        output_group = "headers",
        testonly = testonly,
        tags = tags,
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name + ".cc",
        srcs = ([":" + translated] if has_mpl else []) + [f for f in srcs if not _is_mpl(f)],
        hdrs = ([":" + translated + ".headers"] if has_mpl else []) + [f for f in hdrs if not _is_mpl(f)],
        copts = _GENERATED_CODE_OPTIONS + ["-iquote", _source_folder()] + copts,
        local_defines = local_defines,
        defines = defines,
        deps = deps + runtime,
        alwayslink = True,  # classes register themselves; nothing refers to them by name
        testonly = testonly,
        tags = tags,
        visibility = ["//visibility:private"],
        **kwargs
    )
    mentat_with_mpl_headers(
        name = name,
        library = ":" + name + ".cc",
        translated = ":" + translated,
        testonly = testonly,
        tags = tags,
        visibility = visibility,
    )

def mentat_binary(
        name,
        srcs = [],
        hdrs = [],
        deps = [],
        copts = [],
        local_defines = [],
        defines = [],
        translator_options = [],
        linkopts = [],
        data = [],
        visibility = None,
        testonly = False,
        tags = [],
        **kwargs):
    """A program: `main` is in one of its files (docs/own_main.md says which kinds there are).

    Args:
      name: the target.
      srcs: as in mentat_library.
      hdrs: as in mentat_library.
      deps: as in mentat_library.
      copts: as in mentat_library.
      local_defines: as in mentat_library.
      defines: as in mentat_library.
      translator_options: as in mentat_library.
      linkopts: as in cc_binary.
      data: as in cc_binary.
      visibility: as everywhere.
      testonly: as everywhere.
      tags: as everywhere.
      **kwargs: other attributes of cc_binary.
    """
    mentat_library(
        name = name + ".lib",
        srcs = srcs,
        hdrs = hdrs,
        deps = deps,
        copts = copts,
        local_defines = local_defines,
        defines = defines,
        translator_options = translator_options,
        testonly = testonly,
        tags = tags,
        visibility = ["//visibility:private"],
    )
    cc_binary(
        name = name,
        deps = [":" + name + ".lib"],
        linkopts = linkopts,
        data = data,
        testonly = testonly,
        tags = tags,
        visibility = visibility,
        **kwargs
    )

def mentat_test(
        name,
        srcs = [],
        program = None,
        modes = ["serial", "threads", "adversarial", "processes", "sim"],
        expected = None,
        expected_exit = 0,
        args = [],
        data = [],
        size = "small",
        timeout = None,
        flaky = False,
        tags = [],
        visibility = None,
        **kwargs):
    """One program and, for each mode, one test `NAME_MODE` that runs it there; NAME is the suite of them.

    Args:
      name: the suite.
      srcs: as in mentat_library; the program built from them is NAME.program.
      program: a program that exists already, in the place of srcs.
      modes: values of MENTAT_MODE.
      expected: file with the standard output that every mode must print.
      expected_exit: the exit status that every mode must end with.
      args: arguments of the program.
      data: files that it reads.
      size: as in every test.
      timeout: as in every test.
      flaky: as in every test.
      tags: as everywhere.
      visibility: as everywhere.
      **kwargs: other attributes of mentat_binary.
    """
    if not program:
        program = ":" + name + ".program"
        mentat_binary(
            name = program[1:],
            srcs = srcs,
            data = data,
            testonly = True,
            tags = tags,
            visibility = ["//visibility:private"],
            **kwargs
        )
    for mode in modes:
        native.sh_test(
            name = name + "_" + mode,
            srcs = [str(Label("//tools/test:run_in_mode.sh"))],
            args = [
                mode,
                str(expected_exit),
                "$(rootpath %s)" % expected if expected else "-",
                "$(rootpath %s)" % program,
            ] + args,
            data = [program] + ([expected] if expected else []) + data,
            size = size,
            timeout = timeout,
            flaky = flaky,
            tags = tags,
            visibility = visibility,
        )
    native.test_suite(
        name = name,
        tests = [":%s_%s" % (name, mode) for mode in modes],
        tags = [tag for tag in tags if tag == "manual"],
        visibility = visibility,
    )
