"""The external repositories of Mentat, all made from what Debian 12 has installed: nothing is downloaded.

A workspace that uses Mentat calls `mentat_repositories()` after it has declared `@mentat`.
"""

def _files_impl(ctx):
    for label, path in ctx.attr.files.items():
        ctx.symlink(label, path)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

_files = repository_rule(
    doc = "A repository that consists of the named files, each at the given path.",
    implementation = _files_impl,
    attrs = {"files": attr.label_keyed_string_dict(allow_files = True)},
    local = True,
)

def mentat_repositories(installation = None):
    """Declares @rules_cc, @rules_java, @remote_coverage_tools, @system and @llvm, where they are not declared already.

    Args:
      installation: where Mentat is installed, if @mentat is its share/mentat/bazel: in the place of @system and @llvm, which only
        a build of Mentat needs, @mentat_installation is declared.
    """
    known = native.existing_rules()

    # Bazel 4.2.3 would download the first three.
    for language in ["cc", "java"]:
        if "rules_" + language not in known:
            _files(
                name = "rules_" + language,
                files = {
                    "@mentat//third_party:rules.BUILD": language + "/BUILD",
                    "@mentat//third_party:rules_%s.bzl" % language: language + "/defs.bzl",
                },
            )
    if "remote_coverage_tools" not in known:
        _files(
            name = "remote_coverage_tools",
            files = {"@mentat//third_party:coverage_tools.BUILD": "BUILD"},
        )
    if installation:
        native.new_local_repository(
            name = "mentat_installation",
            path = installation,
            build_file = "@mentat//third_party:installation.BUILD",
        )
        return
    if "system" not in known:
        _files(
            name = "system",
            files = {
                "@mentat//third_party:doctest/doctest.h": "doctest/include/doctest/doctest.h",
                "@mentat//third_party:doctest/doctest_main.cc": "doctest/doctest_main.cc",
                "@mentat//third_party:system.BUILD": "BUILD",
            },
        )
    if "llvm" not in known:
        native.new_local_repository(
            name = "llvm",
            path = "/usr/lib/llvm-19",
            build_file = "@mentat//third_party:llvm.BUILD",
        )
