#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/slurm.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace mentat::launch;

namespace {

environment made_of(const std::map<std::string, std::string>& values) {
  return [values](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string() : found->second;
  };
}

}  // namespace

TEST_CASE("an allocation is in the environment of its processes") {
  CHECK_FALSE(slurm_job_in(made_of({})).value());
  const auto job = slurm_job_in(made_of(
      {{"SLURM_JOB_ID", "4711"}, {"SLURM_JOB_NODELIST", "n[1-3,7]"}, {"SLURMD_NODENAME", "n1"}}));
  REQUIRE(job);
  REQUIRE(*job);
  CHECK((*job)->id == "4711");
  CHECK((*job)->node_list == "n[1-3,7]");
  CHECK((*job)->this_node == "n1");
}

TEST_CASE("variables that say nonsense are named") {
  for (const std::string id : {"x", "-1", "1 2", "99999999999"})
    CHECK(slurm_job_in(made_of({{"SLURM_JOB_ID", id}, {"SLURM_JOB_NODELIST", "n1"}}))
              .error()
              .find("SLURM_JOB_ID") == 0);
  for (const std::string list : {"", "--version", "n1 n2", "n1\n"})
    CHECK(slurm_job_in(made_of({{"SLURM_JOB_ID", "1"}, {"SLURM_JOB_NODELIST", list}}))
              .error()
              .find("SLURM_JOB_NODELIST") == 0);
  CHECK(
      slurm_job_in(
          made_of({{"SLURM_JOB_ID", "1"}, {"SLURM_JOB_NODELIST", "n1"}, {"SLURMD_NODENAME", "-w"}}))
          .value()
          ->this_node == "");
}

TEST_CASE("the names of nodes are read, and nothing else") {
  CHECK(parse_node_names("n1\nn2\nrack-3.lab\n").value() ==
        std::vector<std::string>{"n1", "n2", "rack-3.lab"});
  for (const std::string text : {"", "\n", "n1\n\n", "n1\n-w\n", "n1;ls\n", "error: Invalid\n"})
    CHECK_FALSE(parse_node_names(text));
}

TEST_CASE("the end of a job is a time of today, or a date") {
  CHECK(parse_end_time("2026-11-26T14:32:10\n", "2026-11-26") == "14:32");
  CHECK(parse_end_time("2026-11-27T14:32:10\n", "2026-11-26") == "Nov 27 14:32");
  for (const std::string text :
       {"", "NONE", "N/A", "2026-13-27T14:32:10", "2026/11/27T14:32", "Invalid"})
    CHECK(parse_end_time(text, "2026-11-26") == "");
}

TEST_CASE("one task of a step acts for all") {
  const auto is_further = [](const char* step, const char* task) {
    const auto job = slurm_job_in([&](const std::string& name) -> std::string {
      if (name == "SLURM_JOB_ID") return "7";
      if (name == "SLURM_JOB_NODELIST") return "n[1-3]";
      return name == "SLURM_STEP_ID" ? step : name == "SLURM_PROCID" ? task : "";
    });
    return job.value().value().is_further_task;
  };
  CHECK(is_further("0", "2"));
  CHECK_FALSE(is_further("0", "0"));
  CHECK_FALSE(is_further("", "0"));  // a batch script
  CHECK_FALSE(is_further("", "2"));
  CHECK_FALSE(is_further("0", ""));
  CHECK_FALSE(is_further("0", "--help"));
}

TEST_CASE("the begin and the end of a job") {
  const auto times = parse_times("2026-11-27T14:02:05 2026-11-27T15:02:05 1:00:00\n");
  REQUIRE(times);
  CHECK(times->begin.hour == 14);
  CHECK(times->end.hour == 15);
  CHECK(times->end.year == 2026);
  CHECK(times->end.month == 11);
  for (const char* const none :
       {"", "N/A", "2026-11-27T14:02:05", "2026-11-27T14:02:05 NONE",
        "2026-11-27T14:02:05 UNLIMITED", "2026-11-27T14:02:05 2027-11-27T14:02:05 UNLIMITED",
        "2026-13-27T14:02:05 2026-11-27T15:02:05", "2026-11-27T14:02 2026-11-27T15:02"})
    CHECK_FALSE(parse_times(none));
}

TEST_CASE("what Slurm says of a job that it asks to leave") {
  const job_news preempted = parse_job(
      "JobId=7 JobName=x JobState=RUNNING Reason=None Partition=low EndTime=2026-11-27T15:02:05 "
      "PreemptEligibleTime=2026-11-27T15:00:00 PreemptTime=2026-11-27T15:01:50 SuspendTime=None");
  REQUIRE(preempted.preempted);
  CHECK(preempted.preempted->second == 50);
  CHECK(preempted.partition == "low");
  REQUIRE(preempted.end);
  CHECK(preempted.end->second == 5);
  const job_news cancelled =
      parse_job("JobId=7 JobState=CANCELLED EndTime=2026-11-27T15:02:05 PreemptTime=None");
  CHECK(cancelled.state == "CANCELLED");
  CHECK_FALSE(cancelled.preempted);
  CHECK(parse_grace("PartitionName=low DisableRootJobs=NO GraceTime=15 Hidden=NO") == 15);
  CHECK(parse_grace("PartitionName=low GraceTime=x") == 0);
  CHECK(parse_grace("") == 0);
  CHECK(parse_job("slurm_load_jobs error: Invalid job id specified").state.empty());
}

TEST_CASE("why a host is lost") {
  CHECK(cause_of_loss("n2", {.accounts = "RUNNING|n[1-3]\nOUT_OF_MEMORY|n2\n"}) == "OUT_OF_MEMORY");
  CHECK(cause_of_loss("n2", {.accounts = "CANCELLED by 0|n2\n"}) == "CANCELLED");
  CHECK(cause_of_loss("n2", {.accounts = "OUT_OF_MEMORY|n3\nCOMPLETED|n2\n"}).empty());
  CHECK(
      cause_of_loss("n2", {.node = "NodeName=n2 State=DOWN* CPUs=2\n   Reason=Not responding\n"}) ==
      "NODE_FAIL, node n2 is DOWN*: Not responding");
  CHECK(cause_of_loss("n2", {.node = "NodeName=n2 State=ALLOCATED CPUs=2"}).empty());
  CHECK(cause_of_loss("n2", {.printed = "srun: error: n2: task 0: Out Of Memory"}) ==
        "OUT_OF_MEMORY");
  CHECK(cause_of_loss("n2", {.printed = "slurmstepd: error: *** STEP 1.2 ON n2 CANCELLED AT "
                                        "2026-11-27T15:02:05 DUE TO TIME LIMIT ***"}) == "TIMEOUT");
  CHECK(cause_of_loss("n2", {.printed = "srun: error: n2: task 0: Killed"}).empty());
}

TEST_CASE("each host has a step of its own, and a lost node does not end the job") {
  const auto from_srun = [](const std::vector<std::string>& words) {
    return std::vector<std::string>(std::ranges::find(words, "srun"), words.end());
  };
  CHECK(from_srun(step_on("n2", false)) ==
        std::vector<std::string>{"srun", "--overlap", "--unbuffered", "-N1", "-n1", "-w", "n2"});
  CHECK(from_srun(step_on("n2", true))[3] == "--cpu-bind=none");
  CHECK(step_on("n2", true)[0] == "env");
  CHECK(step_on("n2", true)[2] == "SLURM_LABELIO");
  CHECK(binds_tasks(
      "A = 1\nTaskPlugin              = task/affinity,task/cgroup\nTaskPluginParam = x\n"));
  CHECK_FALSE(
      binds_tasks("TaskPlugin              = task/none\nTaskPluginParam = task/affinity\n"));
  CHECK_FALSE(binds_tasks(""));
  const slurm_wish wish{4, "1:00:00", "short", {"--qos=high"}, {"./search", "q"}};
  CHECK(allocation_of(wish) == std::vector<std::string>{"salloc", "--no-kill", "--nodes=4",
                                                        "--time=1:00:00", "--partition=short",
                                                        "--qos=high", "./search", "q"});
  const batch_job job = batch_of(wish, "./search q");
  CHECK(job.command == std::vector<std::string>{"sbatch", "--no-kill", "--nodes=4",
                                                "--time=1:00:00", "--partition=short",
                                                "--qos=high"});
  CHECK(job.script == "#!/bin/sh\nexec ./search q\n");
  const batch_job again = batch_of({.nodes = 2, .requeues = true}, "./search q");
  CHECK(again.command == std::vector<std::string>{"sbatch", "--requeue", "--no-kill", "--nodes=2"});
  CHECK(again.script.find("./search q\nstatus=$?\n[ $status = 124 ] && scontrol requeue") !=
        std::string::npos);
}
