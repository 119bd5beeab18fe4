// Every setting and every limit in words: for people, as JSON, and as the tables of
// docs/configuration.md.
#pragma once

namespace mentat::command {

enum class list_format { text, json, markdown };

// On standard output.
void print_config_list(list_format format);

}  // namespace mentat::command
