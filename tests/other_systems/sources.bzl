"""The files of which libraries consist, for a test that compiles them with another compiler."""

_FilesInfo = provider(fields = {"files": "depset of File: sources and headers"})

def _files_aspect_impl(target, ctx):
    own = []
    for attribute in ["srcs", "hdrs", "textual_hdrs"]:
        own += getattr(ctx.rule.files, attribute, [])
    below = [dep[_FilesInfo].files for dep in getattr(ctx.rule.attr, "deps", []) if _FilesInfo in dep]
    return [_FilesInfo(files = depset(own, transitive = below))]

_files_aspect = aspect(
    implementation = _files_aspect_impl,
    attr_aspects = ["deps"],
)

def _source_files_impl(ctx):
    files = depset(transitive = [target[_FilesInfo].files for target in ctx.attr.targets])
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

source_files = rule(
    doc = "All sources and headers of the targets and of what they depend on.",
    implementation = _source_files_impl,
    attrs = {"targets": attr.label_list(aspects = [_files_aspect])},
)
