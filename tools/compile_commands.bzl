"""An aspect that describes how each C++ file is compiled (see tools/compile_commands.sh)."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# Options that clangd, a Clang, would report as errors.
_ONLY_GCC = ["-fno-canonical-system-headers", "-fno-diagnostics-show-caret"]

def _commands_impl(target, ctx):
    # A Mentat library has the output group already, for the files as they were written.
    if CcInfo not in target or not hasattr(ctx.rule.attr, "srcs") or target.label.workspace_name:
        return []
    sources = [file for source in ctx.rule.attr.srcs for file in source.files.to_list() if file.is_source and file.extension == "cc"]
    if not sources:
        return []
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain)
    compilation = target[CcInfo].compilation_context
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + getattr(ctx.rule.attr, "copts", []),
        include_directories = compilation.includes,
        quote_include_directories = compilation.quote_includes,
        system_include_directories = compilation.system_includes,
        preprocessor_defines = compilation.defines,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = CPP_COMPILE_ACTION_NAME,
        variables = variables,
    )
    fragment = ctx.actions.declare_file(ctx.label.name + ".compile_commands")
    lines = [
        struct(directory = "@WORKSPACE@", file = source.path, arguments = ["clang++"] + [flag for flag in flags if flag not in _ONLY_GCC] + ["-c", source.path]).to_json()
        for source in sources
    ]
    ctx.actions.write(fragment, "".join([line + "\n" for line in lines]))
    return [OutputGroupInfo(compile_commands = depset([fragment]))]

compile_commands = aspect(
    implementation = _commands_impl,
    attrs = {"_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain"))},
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
