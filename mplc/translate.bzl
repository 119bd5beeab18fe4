"""The rule that runs mplc. Users load mplc/defs.bzl."""

MplInfo = provider(
    doc = "What a user of a Mentat library must see in order to be translated.",
    fields = {
        "headers": "depset of File: the .mpl.h files of the library and of the libraries below it",
        "compile_commands": "depset of File: lines of compile_commands.json, one for each original file",
    },
)

# Options of the C++ compiler that change how Clang parses; warnings and code generation are the
# compiler's own business.
_PARSING_OPTIONS = ("-D", "-U", "-I", "-std=", "-isystem", "-iquote", "-include", "-m", "-pthread", "-fno-exceptions", "-fno-rtti", "-fopenmp")

def _parsing_options(options):
    return [option for option in options if option.startswith(_PARSING_OPTIONS)]

def _in_package(ctx, file):
    """The path of a file of this package, from the package's folder."""
    package = ctx.label.package + "/" if ctx.label.package else ""
    path = file.short_path
    if path.startswith("../"):
        path = path.split("/", 2)[2]
    if not path.startswith(package):
        fail("%s: %s belongs to another package; give it a mentat_library of its own there and depend on that" % (ctx.label, path))
    return path[len(package):]

def _include_options(ctx, compilation):
    root = ctx.label.workspace_root
    quote = [root or ".", ctx.bin_dir.path + ("/" + root if root else "")] + compilation.quote_includes.to_list()
    options = []
    for directory in depset(quote, order = "preorder").to_list():
        options += ["-iquote", directory]
    for directory in compilation.includes.to_list():
        options += ["-I", directory]
    for directory in compilation.system_includes.to_list():
        options += ["-isystem", directory]
    return options

def _translate(ctx, source, options, inputs):
    """Declares the action for one file; returns the generated (headers, sources)."""
    path = _in_package(ctx, source)
    arguments = ctx.actions.args()
    arguments.add(source)
    outputs = [ctx.actions.declare_file(path.replace(".mpl.", "."))]
    arguments.add("-o", outputs[0])
    is_header = path.endswith(".h")
    if is_header:
        server = ctx.actions.declare_file(path[:-len(".mpl.h")] + ".server.cc")
        package = ctx.label.package + "/" if ctx.label.package else ""
        arguments.add("--server-out", server)
        arguments.add("--header-name", package + path.replace(".mpl.h", ".h"))
        outputs.append(server)
    arguments.add("--line-name", source.path)
    arguments.add_all(ctx.attr.translator_options)

    # Only included files make a translation stale.
    possible = ctx.actions.declare_file(path + ".inputs")
    unused = ctx.actions.declare_file(path + ".unused")
    all_inputs = depset([source], transitive = [inputs])
    listed = ctx.actions.args()
    listed.set_param_file_format("multiline")
    listed.add_all(all_inputs)
    ctx.actions.write(possible, listed)
    arguments.add("--inputs", possible)
    arguments.add("--unused-inputs", unused)
    arguments.add("--")
    arguments.add_all(options)
    prebuilt = ctx.files._prebuilt
    ctx.actions.run(
        executable = prebuilt[0] if prebuilt else ctx.executable._mplc,
        arguments = [arguments],
        inputs = depset([possible], transitive = [all_inputs]),
        outputs = outputs + [unused],
        unused_inputs_list = unused,
        mnemonic = "Mplc",
        progress_message = "Translating %s" % source.short_path,
    )
    return ([outputs[0]], [outputs[1]]) if is_header else ([], [outputs[0]])

def _compile_commands(ctx, sources, options):
    fragment = ctx.actions.declare_file(ctx.label.name + ".compile_commands")
    lines = [
        struct(directory = "@WORKSPACE@", file = source.path, arguments = ["clang++", "-xc++", "-Wno-unknown-attributes"] + options + [source.path]).to_json()
        for source in sources
    ]
    ctx.actions.write(fragment, "".join([line + "\n" for line in lines]))
    return fragment

def _translated_impl(ctx):
    compilation = cc_common.merge_cc_infos(
        direct_cc_infos = [],
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    below = [dep[MplInfo] for dep in ctx.attr.deps if MplInfo in dep]
    mpl_headers = depset(ctx.files.hdrs, transitive = [info.headers for info in below])

    defines = compilation.defines.to_list() + ctx.attr.local_defines
    options = ["-std=c++20"] + _parsing_options(ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts)
    options += ["-D" + define for define in defines] + _include_options(ctx, compilation)

    inputs = depset(ctx.files.plain_hdrs, transitive = [mpl_headers, compilation.headers])
    headers = []
    sources = []
    for source in ctx.files.hdrs + ctx.files.srcs:
        new_headers, new_sources = _translate(ctx, source, options, inputs)
        headers += new_headers
        sources += new_sources
    commands = depset(
        [_compile_commands(ctx, ctx.files.srcs + ctx.files.hdrs, options)],
        transitive = [info.compile_commands for info in below],
    )
    return [
        DefaultInfo(files = depset(sources)),
        OutputGroupInfo(headers = depset(headers), compile_commands = commands),
        MplInfo(headers = mpl_headers, compile_commands = commands),
    ]

mentat_translated = rule(
    doc = "Translates .mpl.cc files and .mpl.h files; the generated sources are its files, the generated headers its output group `headers`.",
    implementation = _translated_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".mpl.cc"]),
        "hdrs": attr.label_list(allow_files = [".mpl.h"]),
        "plain_hdrs": attr.label_list(allow_files = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "copts": attr.string_list(),
        "local_defines": attr.string_list(),
        "translator_options": attr.string_list(),
        "_mplc": attr.label(default = Label("//mplc"), executable = True, cfg = "host"),
        "_prebuilt": attr.label(default = Label("//tools:prebuilt_mplc"), allow_files = True),
    },
    fragments = ["cpp"],
)

def _with_mpl_headers_impl(ctx):
    info = ctx.attr.translated[MplInfo]
    return [
        ctx.attr.library[DefaultInfo],
        ctx.attr.library[CcInfo],
        info,
        OutputGroupInfo(compile_commands = info.compile_commands),
    ]

mentat_with_mpl_headers = rule(
    doc = "A cc_library that also hands on the .mpl.h files from which it was translated.",
    implementation = _with_mpl_headers_impl,
    attrs = {
        "library": attr.label(providers = [CcInfo]),
        "translated": attr.label(providers = [MplInfo]),
    },
)
