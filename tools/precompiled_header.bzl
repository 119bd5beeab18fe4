"""A header of a library, compiled once for all targets that depend on the rule.

g++ takes NAME/HEADER.gch instead of HEADER where it is the first thing that a file includes and the
options fit, and otherwise reads the header as it always does. Clang does not look for it.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# Options of the files that include it. Without them g++ does not list the headers that it took from
# the compiled one, and a change of these would not compile the files again.
PRECOMPILED_HEADER_OPTIONS = select({
    "//tools:compiler_is_clang": [],
    "//conditions:default": ["-fpch-deps"],
})

def _precompiled_header_impl(ctx):
    library = ctx.attr.library[CcInfo]
    compilation = library.compilation_context
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    folder = ctx.label.name
    compiled = ctx.actions.declare_file("%s/%s.gch" % (folder, ctx.attr.header))
    source = ctx.actions.declare_file(folder + ".source.h")
    ctx.actions.write(source, "#include <%s>\n" % ctx.attr.header)
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = source.path,
        output_file = compiled.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ["-x", "c++-header", "-MD", "-MF", "/dev/null"],
        include_directories = compilation.includes,
        quote_include_directories = compilation.quote_includes,
        system_include_directories = compilation.system_includes,
        preprocessor_defines = depset(transitive = [compilation.defines, compilation.local_defines]),
    )
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(feature_configuration = features, action_name = "c++-compile"),
        arguments = cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = "c++-compile",
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = "c++-compile",
            variables = variables,
        ),
        inputs = depset([source], transitive = [compilation.headers, toolchain.all_files]),
        outputs = [compiled],
        mnemonic = "PrecompiledHeader",
        progress_message = "Precompiling <%s>" % ctx.attr.header,
    )
    own = CcInfo(compilation_context = cc_common.create_compilation_context(
        headers = depset([compiled, source]),
        includes = depset([compiled.root.path + "/" + ctx.label.package + "/" + folder]),
    ))
    return [cc_common.merge_cc_infos(direct_cc_infos = [own, library])]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "header": attr.string(mandatory = True, doc = "as in #include <...>"),
        "library": attr.label(mandatory = True, providers = [CcInfo], doc = "whose header it is"),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
