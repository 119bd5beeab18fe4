"""The programs of bench/peers: the same calls, each over something else."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

def peer(name, deps = []):
    """The program NAME from NAME.cc, between two processes.

    Args:
      name: of the program and its source.
      deps: what its calls go over.
    """
    cc_binary(
        name = name,
        srcs = [name + ".cc"],
        linkopts = ["-lpthread"],
        deps = [
            ":calls",
            ":two_processes",
            "//bench:samples",
        ] + deps,
    )
