#pragma once

#include <span>
#include <string_view>

#include "tools/mentat/command_line.h"
#include "tools/mentat/installation.h"

namespace mentat::command {

/// The parser of a verb's options, which also answers --help: command_line, or the verb itself.
enum class reading { by_command_line, by_itself };

/// A verb of the command `mentat`: takes the words after it, returns the exit status.
struct verb {
  std::string_view name;
  int (*run)(const installation& here, const arguments& given);
  reading reads = reading::by_command_line;
};

int run_bench(const installation& here, const arguments& given);
int run_compile_commands(const installation& here, const arguments& given);
int run_completion(const installation& here, const arguments& given);
int run_config(const installation& here, const arguments& given);
int run_cxx(const installation& here, const arguments& given);
int run_dashboard(const installation& here, const arguments& given);
int run_demo(const installation& here, const arguments& given);
int run_doctor(const installation& here, const arguments& given);
int run_drain(const installation& here, const arguments& given);
int run_explain(const installation& here, const arguments& given);
int run_graph(const installation& here, const arguments& given);
int run_grow(const installation& here, const arguments& given);
int run_install(const installation& here, const arguments& given);
int run_invite(const installation& here, const arguments& given);
int run_launch(const installation& here, const arguments& given);
/// `mentat launch ENGINE`, with the words after these.
int run_launch_k8s(const installation& here, const arguments& given);
int run_launch_mpi(const installation& here, const arguments& given);
int run_launch_pods(const installation& here, const arguments& given);
int run_launch_slurm(const installation& here, const arguments& given);
int run_list(const installation& here, const arguments& given);
int run_logs(const installation& here, const arguments& given);
int run_new(const installation& here, const arguments& given);
int run_package(const installation& here, const arguments& given);
int run_profile(const installation& here, const arguments& given);
int run_python_module(const installation& here, const arguments& given);
int run_report(const installation& here, const arguments& given);
int run_run(const installation& here, const arguments& given);
int run_site(const installation& here, const arguments& given);
int run_sim(const installation& here, const arguments& given);
int run_start(const installation& here, const arguments& given);
int run_state(const installation& here, const arguments& given);
int run_status(const installation& here, const arguments& given);
int run_stop(const installation& here, const arguments& given);
int run_test(const installation& here, const arguments& given);
int run_metrics(const installation& here, const arguments& given);
int run_top(const installation& here, const arguments& given);
int run_trace(const installation& here, const arguments& given);
int run_upgrade_check(const installation& here, const arguments& given);
int run_verify(const installation& here, const arguments& given);
int run_version(const installation& here, const arguments& given);
int run_why(const installation& here, const arguments& given);

inline constexpr verb all_verbs[] = {
    {"demo", run_demo, reading::by_itself},
    {"test", run_test},
    {"bench", run_bench, reading::by_itself},
    {"package", run_package},
    {"site", run_site},
    {"c++", run_cxx, reading::by_itself},
    {"explain", run_explain},
    {"upgrade-check", run_upgrade_check},
    {"compile-commands", run_compile_commands},
    {"completion", run_completion},
    {"new", run_new},
    {"python-module", run_python_module, reading::by_itself},
    {"run", run_run},
    {"verify", run_verify},
    {"sim", run_sim},
    {"start", run_start},
    {"invite", run_invite},
    {"launch", run_launch},
    {"grow", run_grow},
    {"drain", run_drain},
    {"status", run_status},
    {"list", run_list},
    {"metrics", run_metrics},
    {"top", run_top},
    {"why", run_why},
    {"trace", run_trace},
    {"graph", run_graph},
    {"profile", run_profile},
    {"dashboard", run_dashboard},
    {"report", run_report},
    {"logs", run_logs},
    {"state", run_state},
    {"stop", run_stop},
    {"config", run_config},
    {"doctor", run_doctor},
    {"install", run_install},
    {"version", run_version},
};

}  // namespace mentat::command
