// What a debugger asks while every thread of the program stands: tools/gdb/mentat.py calls this
// function inside the program, so it works on programs and libraries without debug information. It
// changes nothing, allocates nothing and waits for nobody.
#pragma once

extern "C" {

// Lines of fields that are separated by tabs; valid until the next call.
//   'v'  variable, level, begin, size, call, function, object, state, missing   what is delayed in
//   the functions that run on this thread
//        function, level, call, function                               (in front of its variables;
//        level 0 runs on top of the others)
//   'w'  waiting, call, function, wanted call, function, object, state, delayed variables,
//   missing   fibers that wait for a result
//        under, call, function                                         (behind it: functions that
//        wait on the same stack)
// Addresses are hexadecimal; a call is 0 in the main program, an object is empty for a regular
// class; missing are the numbers of the arguments that are to come, from 1 on, with commas (none of
// a call that came from another process without them). States:
// `arguments`, `queued`, `begun`, `promised`, `value`, `error`, `gone`. The last line is `more` if
// the buffer was too small.
const char* mentat_debugger_text(char what);
}
