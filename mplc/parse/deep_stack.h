// Runs work on a stack that is deep enough for deeply nested text. Clang and mplc walk expressions
// and statements by recursion, and an ordinary stack ends at some ten thousand minus signs in a
// row.
//
// Errors: when this stack overflows too, the process prints one message and exits with status 1;
// nothing is written by then. Thread-safety: to be called once, while no other thread runs.
#pragma once

#include <functional>
#include <string>

namespace mentat::mplc {

// Runs `work` and returns when it has returned. `input` is the file that the message names.
void on_deep_stack(const std::string& input, const std::function<void()>& work);

}  // namespace mentat::mplc
