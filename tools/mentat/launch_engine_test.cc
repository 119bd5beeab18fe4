#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tools/mentat/launch_engine.h"

#include <doctest/doctest.h>

using namespace mentat::command;
using mentat::launch::wanted_host;

namespace {

const guest_options options{.session = "launch-1"};
const std::string start = "mentat start --lease stdin --listen auto --join - ";

}  // namespace

TEST_CASE("ssh starts one command, asks nothing, forwards nothing and copies nothing") {
  const launch_command command = by_ssh(options, wanted_host{"kim@h4", "h4", 2}, 3);
  CHECK(command.host == "h4");
  CHECK(command.text() ==
        "ssh -a -x -T -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15 "
        "-o ClearAllForwardings=yes -o RemoteCommand=none kim@h4 '" +
            start + "--name h4 --session launch-1-3 --cores 2'");
  guest_options newer = options;
  newer.ssh_has_session_options = true;
  CHECK(
      by_ssh(newer, wanted_host{"h4", "h4", 0}, 3)
          .text()
          .find("none -o StdinNull=no -o ForkAfterAuthentication=no -o SessionType=default h4 '") !=
      std::string::npos);
}

TEST_CASE("the version of ssh tells which options it has") {
  for (const char* const one :
       {"OpenSSH_8.7p1, OpenSSL 3", "OpenSSH_9.2p1 Debian-2", "OpenSSH_10.0"})
    CHECK(has_session_options(one));
  for (const char* const one : {"OpenSSH_8.6p1", "OpenSSH_7.9", "", "Sun_SSH_1.1", "OpenSSH_"})
    CHECK_FALSE(has_session_options(one));
}

TEST_CASE("a template has the host in all its places") {
  const launch_command command =
      by_template("echo {host}; exec run {host}", options, wanted_host{"h2", "h2", 0}, 1);
  CHECK(command.words ==
        std::vector<std::string>{
            "sh", "-c", "echo h2; exec run h2 " + start + "--name h2 --session launch-1-1"});
  CHECK(check_template("run {host}"));
  CHECK_FALSE(check_template("run host"));
  CHECK_FALSE(check_template("run\n{host}"));
}

TEST_CASE("a command that was not found is named by what the shell has printed") {
  const std::string of_mentat =
      "there is no `mentat` there; --remote-mentat names its path, --bring copies this one";
  const auto why = [](const std::string& mentat, std::vector<std::string> printed) {
    return what_was_not_found(mentat, true, printed);
  };
  for (const char* const line :
       {"sh: 1: mentat: not found", "bash: line 1: mentat: command not found",
        "exec of \"mentat\" failed: No such file or directory",
        "sh: 1: /opt/bin/mentat: not found"})
    CHECK(why("mentat", {"welcome", line}) == of_mentat);
  CHECK(why("~/bin/mentat", {"sh: 1: /home/kim/bin/mentat: not found"}).find("there is no") == 0);
  for (const char* const line :
       {"sh: 1: h2: not found", "sh: 1: mentat-run: not found",
        "sh: 1: /opt/mentat/bin/run: not found", "sh: 1: mymentat: not found", ""})
    CHECK(why("mentat", {line}) == "a command of --via was not found");
  CHECK(why("mentat", {}) == "a command of --via was not found");
  CHECK(what_was_not_found("mentat", false, {}) == of_mentat);
}

TEST_CASE("words of a user are quoted for a shell") {
  const guest_options odd{.mentat = {"/opt/my tools/mentat"}, .session = "s"};
  CHECK(by_ssh(odd, wanted_host{"h2", "h2", 0}, 1)
            .words.back()
            .find("'/opt/my tools/mentat' start") == 0);
  CHECK(by_template("run {host}", odd, wanted_host{"fe80[1]", "h2", 0}, 1)
            .words.back()
            .find("run 'fe80[1]' '/opt/my tools/mentat' start") == 0);
  const guest_options home{.mentat = {"~/my tools/mentat"}, .session = "s"};
  CHECK(
      by_ssh(home, wanted_host{"h2", "h2", 0}, 1).words.back().find("~/'my tools/mentat' start") ==
      0);
}
