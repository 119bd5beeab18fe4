"""The rule that assembles an installation of Mentat: what `mentat c++` and `mentat install` use."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _place_of(header, compilation):
    """The place of a header below include/, so that programs find it by the name that they use."""
    for root in compilation.system_includes.to_list() + compilation.includes.to_list():
        if header.path.startswith(root + "/"):
            return header.path[len(root) + 1:]
    return header.short_path

def _runtime_objects(linking):
    """(objects, of which the linker takes what is needed, options)"""
    needed = []
    options = []
    for linker_input in linking.linker_inputs.to_list():
        for library in linker_input.libraries:
            objects = library.objects or library.pic_objects or []
            needed += objects
        options += [option for option in linker_input.user_link_flags if option not in options]
    return needed, options

def _lines_file(ctx, name, lines):
    file = ctx.actions.declare_file("%s.%s" % (ctx.label.name, name))
    ctx.actions.write(file, "".join([line + "\n" for line in lines]))
    return file

def _without_patterns(link_options):
    """(exported symbols, options that name their file): pkg-config puts a backslash before each *."""
    export = "-Wl,--export-dynamic-symbol="
    patterns = [option[len(export):] for option in link_options if option.startswith(export)]
    others = [option for option in link_options if not option.startswith(export)]
    place = "lib/mentat/exported_symbols"
    return ["{"] + [pattern + ";" for pattern in patterns] + ["};"], [
        "-Wl,--export-dynamic-symbol-list=${prefix}/" + place,
    ] + others

def _sdk_impl(ctx):
    info = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps])
    needed, link_options = _runtime_objects(info.linking_context)
    compile_options = ["-D" + define for define in info.compilation_context.defines.to_list()]

    exported_symbols, pkg_config_options = _without_patterns(link_options)

    # One line for each file: its path, then its place in the tree.
    places = [
        (ctx.executable.command, "bin/mentat"),
        (ctx.executable._mplc, "bin/mplc"),
        (_lines_file(ctx, "compile_options", compile_options), "lib/mentat/compile_options"),
        (_lines_file(ctx, "link_options", link_options), "lib/mentat/link_options"),
        (_lines_file(ctx, "exported_symbols", exported_symbols), "lib/mentat/exported_symbols"),
    ]
    prefixes = ctx.attr.header_folders
    for header in info.compilation_context.headers.to_list():
        if not header.owner.workspace_name and [True for prefix in prefixes if header.short_path.startswith(prefix)]:
            places.append((header, "include/" + _place_of(header, info.compilation_context)))
    for target, place in ctx.attr.shared.items():
        files = target.files.to_list()
        for file in files:
            places.append((file, "share/mentat/" + (place + file.basename if place.endswith("/") else place)))
    for target, place in ctx.attr.placed.items():
        places += [(file, place) for file in target.files.to_list()]

    filled = {target.files.to_list()[0]: place for target, place in ctx.attr.filled.items()}
    places += filled.items()

    tree = ctx.actions.declare_directory(ctx.label.name)
    manifest = _lines_file(ctx, "manifest", ["%s %s" % (file.path, place) for file, place in places])
    compiler = find_cpp_toolchain(ctx)
    options_list = _lines_file(ctx, "shared_options", link_options + ["-lstdc++", "-lm"])
    needed_list = _lines_file(ctx, "needed", [file.path for file in needed])
    ctx.actions.run_shell(
        inputs = depset([file for file, _ in places] + needed + [manifest, needed_list, options_list, ctx.file.version], transitive = [compiler.all_files]),
        outputs = [tree],
        arguments = [tree.path, manifest.path, needed_list.path, ctx.file.version.path, " ".join(pkg_config_options), compiler.compiler_executable, options_list.path] +
                    filled.values(),
        command = """
            set -eu
            version=$(sed -n 's/.* version = "\\(.*\\)";/\\1/p' "$4")
            while read -r file place; do
              mkdir -p "$1/${place%/*}"
              cp -L "$file" "$1/$place"
              chmod u+w "$1/$place"
            done <"$2"
            # q: objects of different folders may have the same name.
            xargs -r ar qcsD "$1/lib/libmentat.a" <"$3"
            # The run-time system of a process into which several libraries with Mentat classes are
            # loaded, and that has none itself: of an interpreter. Those of another version do not find it.
            library=libmentat.so.$version
            export PATH
            "$6" -shared -Wl,-soname,$library -o "$1/lib/mentat/$library" "@$3" "@$7"
            tree=$1 link_options=$5
            shift 7
            for place; do
              sed -i "s|@VERSION@|$version|; s|@LINK_OPTIONS@|$link_options|" "$tree/$place"
            done
        """,
        mnemonic = "MentatSdk",
        progress_message = "Assembling %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([tree]), runfiles = ctx.runfiles(files = [tree]))]

mentat_sdk = rule(
    doc = "A folder with bin/, include/, lib/ and share/ (see tools/mentat/installation.h).",
    implementation = _sdk_impl,
    attrs = {
        "command": attr.label(executable = True, cfg = "target"),
        "deps": attr.label_list(doc = "The run-time system.", providers = [CcInfo]),
        "filled": attr.label_keyed_string_dict(
            doc = "File to its place in the tree; @VERSION@ and @LINK_OPTIONS@ in it are replaced.",
            allow_files = True,
        ),
        "header_folders": attr.string_list(doc = "Headers of these folders are installed."),
        "placed": attr.label_keyed_string_dict(doc = "File to its place in the tree.", allow_files = True),
        "shared": attr.label_keyed_string_dict(doc = "File to its place in share/mentat; a place that ends in / is a folder.", allow_files = True),
        "version": attr.label(doc = "The header that has it.", allow_single_file = True, mandatory = True),
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
        "_mplc": attr.label(default = Label("//mplc"), executable = True, cfg = "host"),
    },
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
