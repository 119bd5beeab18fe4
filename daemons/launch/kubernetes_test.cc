#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/kubernetes.h"

#include <doctest/doctest.h>

#include <string>

using namespace mentat::launch;

namespace {

kubernetes_wish search() {
  return {.name = "search",
          .image = "lab/search:1",
          .hosts = 8,
          .program = {"/app/search", "q.fasta"},
          .founder_line = "mentat-founder://a/b",
          .invitation = "mentat://search:7411/c/d"};
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a run is seven objects, and the keys stand in its secret only") {
  const std::string text = manifests(search()).value();
  CHECK(count(text, "\nkind: ") == 7);
  CHECK(count(text, "\n---\n") == 6);
  CHECK(count(text, "  name: \"search\"\n") == 6);
  CHECK(count(text, "  name: \"search-hosts\"\n") == 1);
  CHECK(count(text, "image: \"lab/search:1\"") == 2);
  CHECK(count(text, "mentat-founder://a/b") == 1);
  CHECK(count(text, "mentat://search:7411/c/d") == 1);
  CHECK(count(text, "completions: 8\n") == 1);
  CHECK(count(text, "- \"q.fasta\"\n") == 1);
  CHECK(count(text, "namespace:") + count(text, "activeDeadlineSeconds") + count(text, "kueue") ==
        0);
  CHECK(text.find('{') == text.npos);
}

TEST_CASE("options add what they say to the objects that they concern") {
  kubernetes_wish wish = search();
  wish.space = "lab";
  wish.queue = "users";
  wish.longest = 3600;
  wish.all_hosts = true;
  wish.cpu = "500m";
  wish.memory = "4Gi";
  const std::string text = manifests(wish).value();
  CHECK(count(text, "  namespace: \"lab\"\n") == 7);
  CHECK(count(text, "    kueue.x-k8s.io/queue-name: \"users\"\n") == 2);
  CHECK(count(text, "  activeDeadlineSeconds: 3600\n") == 2);
  CHECK(count(text, "- \"--all-hosts\"\n") == 1);
  CHECK(count(text, "cpu: \"500m\"\n") == 4);
  CHECK(count(text, "memory: \"4Gi\"\n") == 4);
}

TEST_CASE("a text of the user stays one value, whatever is in it") {
  CHECK(yaml_value("plain").value() == "\"plain\"");
  CHECK(yaml_value("").value() == "\"\"");
  CHECK(yaml_value("\" #: {a} - & * ! |\\").value() == "\"\\\" #: {a} - & * ! |\\\\\"");
  CHECK(yaml_value("a\n---\nkind: Pod\t\r").value() == "\"a\\n---\\nkind: Pod\\t\\r\"");
  CHECK(yaml_value(std::string("\0\x1b\x7f", 3)).value() == "\"\\x00\\x1b\\x7f\"");
  CHECK(yaml_value("\u0085\u2028\u2029\ufeff").value() == "\"\\u0085\\u2028\\u2029\\ufeff\"");
  CHECK(yaml_value("\u00fc\U0001F600").value() == "\"\u00fc\U0001F600\"");
  CHECK(yaml_value(std::string(5000, '\n')).value().size() == 10002);
  for (const char* const broken : {"\xff", "\xc3", "\xed\xa0\x80", "\xc0\xaf"})
    CHECK_FALSE(yaml_value(broken));
  kubernetes_wish wish = search();
  wish.program = {"/app/search", "$(HOME) {name}\"\n---"};
  const std::string text = manifests(wish).value();
  CHECK(count(text, "- \"$$(HOME) {name}\\\"\\n---\"\n") == 1);
  CHECK(count(text, "\nkind: ") == 7);
  wish.program.emplace_back("\xff");
  CHECK(manifests(wish).error().find("UTF-8") != std::string::npos);
}

TEST_CASE("a value of another form is refused, and the option is named") {
  const auto refuses = [](std::string kubernetes_wish::* member, const char* option,
                          std::initializer_list<std::string> values) {
    for (const std::string& value : values) {
      kubernetes_wish wish = search();
      wish.*member = value;
      INFO(value);
      CHECK(why_not(wish).starts_with(option));
      CHECK_FALSE(manifests(wish));
    }
  };
  refuses(&kubernetes_wish::name, "--name",
          {"", "Search", "1a", "-a", "a-", "a.b", "a\n", "a\"", "a_b", std::string(51, 'a')});
  refuses(&kubernetes_wish::space, "--namespace",
          {"Lab", "a.b", "a/b", "lab\nkind: Pod", std::string(64, 'a')});
  refuses(&kubernetes_wish::image, "--image",
          {"", "-v", "a b", "a\"", "a\n", "$(reboot)", "`id`", "a;b", "lab/X:1", "lab/x@sha256:abc",
           std::string(513, 'a')});
  refuses(&kubernetes_wish::cpu, "--cpu",
          {"", "0", "-1", "m", "1.", ".5", "1..2", "1e3", "2 ", "1Gi", "0m", "\"1\"",
           "99999999999999999999", "1001", "0.0001", "0.5m", "1.5m", "0.0015"});
  refuses(&kubernetes_wish::memory, "--memory",
          {"", "0Gi", "1gi", "1GiB", "1Gi\n", "1 Gi", "Gi", "1", "99999999999999999999", "5Mi",
           "1025Ti", "6291455"});
  refuses(&kubernetes_wish::mentat, "--remote-mentat", {"~/mentat", "~"});
  refuses(&kubernetes_wish::queue, "--queue", {"a b", "A", "a\nb"});
  const auto takes = [](std::string kubernetes_wish::* member,
                        std::initializer_list<std::string> values) {
    for (const std::string& value : values) {
      kubernetes_wish wish = search();
      wish.*member = value;
      CHECK(why_not(wish) == "");
    }
  };
  takes(&kubernetes_wish::cpu, {"1m", "0.5", "0.001", "0.07", "2.675", "1000", "1000000m"});
  takes(&kubernetes_wish::memory, {"6Mi", "6291456", "1.5Gi", "1024Ti", "512M", "8000k"});
  for (const unsigned hosts : {0u, most_host_pods + 1}) {
    kubernetes_wish wish = search();
    wish.hosts = hosts;
    CHECK(why_not(wish).starts_with("--hosts"));
  }
  kubernetes_wish wish = search();
  wish.program.emplace_back(longest_pod_program, 'x');
  CHECK(why_not(wish).find("may have 65536") != std::string::npos);
  wish.program.clear();
  CHECK_FALSE(why_not(wish).empty());
}

TEST_CASE("the objects are called as the program") {
  CHECK(name_of_objects("/app/search") == "search");
  CHECK(name_of_objects("./Search_v1.2") == "search-v1-2");
  CHECK(name_of_objects("3d--") == "d");
  CHECK(name_of_objects("/app/") == "");
  CHECK(name_of_objects("\n$(x)\"") == "x");
  CHECK(name_of_objects(std::string(80, 'a')).size() == 50);
}
