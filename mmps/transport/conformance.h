// The conformance suite of all transports. A transport's test says MENTAT_TRANSPORT_CONFORMS(world)
// once, where `world` is a type, made anew for each case, with
//  - std::unique_ptr<transport> open(const mmps_name& self): a listening transport; opened again
//    with the same name, it has the same address;
//  - static constexpr bool threads: several threads may use it (false: one thread, virtual time).
// Cases wait for required events, for at most 60 s, and never for the absence of one.
#pragma once

#include "mmps/transport/conformance_delivery.h"
#include "mmps/transport/conformance_peers.h"
#include "mmps/transport/conformance_world.h"

#define MENTAT_TRANSPORT_CONFORMS(...)                             \
  TEST_CASE_TEMPLATE_INVOKE(conformance_exchange, __VA_ARGS__);    \
  TEST_CASE_TEMPLATE_INVOKE(conformance_order, __VA_ARGS__);       \
  TEST_CASE_TEMPLATE_INVOKE(conformance_sizes, __VA_ARGS__);       \
  TEST_CASE_TEMPLATE_INVOKE(conformance_several, __VA_ARGS__);     \
  TEST_CASE_TEMPLATE_INVOKE(conformance_self, __VA_ARGS__);        \
  TEST_CASE_TEMPLATE_INVOKE(conformance_unconnected, __VA_ARGS__); \
  TEST_CASE_TEMPLATE_INVOKE(conformance_down, __VA_ARGS__);        \
  TEST_CASE_TEMPLATE_INVOKE(conformance_refused, __VA_ARGS__);     \
  TEST_CASE_TEMPLATE_INVOKE(conformance_nonsense, __VA_ARGS__);    \
  TEST_CASE_TEMPLATE_INVOKE(conformance_closed, __VA_ARGS__);      \
  TEST_CASE_TEMPLATE_INVOKE(conformance_pressure, __VA_ARGS__);    \
  TEST_CASE_TEMPLATE_INVOKE(conformance_million, __VA_ARGS__);     \
  TEST_CASE_TEMPLATE_INVOKE(conformance_wake, __VA_ARGS__);        \
  TEST_CASE_TEMPLATE_INVOKE(conformance_handler, __VA_ARGS__);     \
  TEST_CASE_TEMPLATE_INVOKE(conformance_threads, __VA_ARGS__);     \
  TEST_CASE_TEMPLATE_INVOKE(conformance_wake_across, __VA_ARGS__)
