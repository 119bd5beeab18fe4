// The Mentat calls of this folder's programs, for plain C++.
#pragma once

// The sum of 1..n, each number doubled by a call of its own, in a persistent object.
int doubled_sum(int n);
// Keeps a persistent object beyond the program that made it.
void keep_counter();
int add_to_kept_counter(int n);
// Calls something that throws std::runtime_error("too much").
int too_much();
// A call that ends when released, and has begun, on another thread, when begin_waiting() returns.
void begin_waiting();
void release();
int value_after_release();  // waits for it
