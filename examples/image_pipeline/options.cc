#include "examples/image_pipeline/options.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>

namespace fs = std::filesystem;

namespace {

constexpr const char* example_folder = "/usr/share/xplanet/images";
constexpr const char* suffix = ".edges.png";

tl::unexpected<early_exit> wrong(const std::string& what) {
  return tl::unexpected(early_exit{2, "image_pipeline: " + what + "\n"});
}

// Decides by name; the decoder checks the contents. Excludes this program's own outputs.
bool is_image(const fs::path& path) {
  std::string name = path.filename().string();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return !name.starts_with(".") && !name.ends_with(suffix) &&
         (name.ends_with(".png") || name.ends_with(".jpg") || name.ends_with(".jpeg"));
}

// Replaces folders by their images, sorted by name; other paths stay as they are.
tl::expected<std::vector<std::string>, std::string> images(const std::vector<std::string>& named) {
  std::vector<std::string> found;
  for (const std::string& path : named) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      found.push_back(path);
      continue;
    }
    const auto first = static_cast<std::ptrdiff_t>(found.size());
    for (auto entry = fs::directory_iterator(path, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
      if (is_image(entry->path())) found.push_back(entry->path().string());
    }
    if (error) return tl::unexpected(path + ": cannot be read: " + error.message());
    if (found.size() == static_cast<std::size_t>(first)) {
      return tl::unexpected(path + ": no file *.png, *.jpg or *.jpeg in this folder");
    }
    std::sort(found.begin() + first, found.end());
  }
  return found;
}

fs::path full(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

// Gives each image its own output file in the folder; none of them is an input.
tl::expected<std::vector<job>, std::string> plan(const std::vector<std::string>& inputs,
                                                 const std::string& folder) {
  std::vector<job> jobs;
  std::map<fs::path, std::string> made_from;
  for (const std::string& input : inputs) {
    const fs::path output = fs::path(folder) / (fs::path(input).filename().string() + suffix);
    const auto [other, is_new] = made_from.emplace(full(output), input);
    if (!is_new) {
      return tl::unexpected(output.string() + ": would be made from " + other->second +
                            " and from " + input);
    }
    jobs.push_back({input, output.string()});
  }
  for (const std::string& input : inputs) {
    const auto other = made_from.find(full(input));
    if (other != made_from.end()) {
      return tl::unexpected(input + ": would be overwritten by the result of " + other->second);
    }
  }
  return jobs;
}

// Determines the jobs, and makes the output folder.
tl::expected<std::vector<job>, early_exit> prepare(std::vector<std::string> named,
                                                   const std::string& folder) {
  std::error_code error;
  if (named.empty()) {
    named.emplace_back(example_folder);
    if (!fs::exists(example_folder, error)) {
      return wrong(std::string(example_folder) +
                   ": the example data is not installed; apt-get install xplanet-images, or name "
                   "your own images");
    }
  }
  const auto inputs = images(named);
  if (!inputs) return wrong(inputs.error());
  auto jobs = plan(*inputs, folder);
  if (!jobs) return wrong(jobs.error());
  fs::create_directories(folder, error);
  if (error) return wrong(folder + ": cannot be made: " + error.message());
  return *jobs;
}

}  // namespace

tl::expected<options, early_exit> parse_options(int argc, char** argv) {
  options chosen;
  std::vector<std::string> named;
  std::string folder;
  CLI::App app("Finds the edges in images: decodes, blurs, finds edges and encodes PNG files.",
               "image_pipeline");
  app.add_option(
      "IMAGE", named,
      "PNG or JPEG files, or folders of them (default: those of Debian's xplanet-images)");
  app.add_option("-o,--output", folder, "The folder for the pictures that are made")->required();
  app.add_option("--blur", chosen.radius, "Radius of the blur, in pixels")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return tl::unexpected(early_exit{0, app.help()});
  } catch (const CLI::ParseError& error) {
    return wrong(std::string(error.what()) + "; --help lists the options");
  }

  auto jobs = prepare(std::move(named), folder);
  if (!jobs) return tl::unexpected(std::move(jobs.error()));
  chosen.jobs = std::move(*jobs);
  return chosen;
}
