#include "bench/driver/goals.h"

#include <cmath>
#include <cstdio>

namespace mentat::bench {
namespace {

const conditions anywhere{"free", "idle"};
const conditions apart{"one_per_core", "idle"};
const conditions together{"one_core", "idle"};
const conditions crowded{"free", "busy"};

const goal goals[] = {
    {"null call in one process, callee idle, over CAF actor to actor", "peers",
     "null_call_actor_to_actor_over_caf", "threads", anywhere, &row::median, 0.25, "peers"},
    {"null call in one process, across cores, over CAF actor to actor", "peers",
     "null_call_across_cores_over_caf", "threads", anywhere, &row::median, 0.65, "peers"},
    {"the same over a pointer queue between two threads", "peers",
     "null_call_across_cores_over_pointer_queue", "threads", anywhere, &row::median, 1.7, "peers"},
    {"512 calls outstanding in one process, over CAF", "peers", "pipelined_512_over_caf", "threads",
     anywhere, &row::median, 0.4, "peers"},
    {"null call between processes, one per core, over the raw ring", "peers",
     "null_call_over_raw_ring", "processes", apart, &row::median, 2, "peers"},
    {"null call between processes, over Cap'n Proto", "peers", "null_call_over_capnproto",
     "processes", apart, &row::median, 1.0 / 40, "peers"},
    {"null call between processes, over gRPC", "peers", "null_call_over_grpc", "processes", apart,
     &row::median, 1.0 / 80, "peers"},
    {"null call between processes, over raw ZeroMQ", "peers", "null_call_over_raw_zmq", "processes",
     apart, &row::median, 1.0 / 80, "peers"},
    {"null call on one core, mean, over the ring with a futex", "peers",
     "null_call_over_raw_ring_futex", "processes", together, &row::mean, 1.3, "peers"},
    {"null call beside two hogs, mean, over the ring with a futex", "peers",
     "null_call_over_raw_ring_futex", "processes", crowded, &row::mean, 1.3, "peers"},
    {"512 calls outstanding between processes, over raw ZeroMQ", "peers",
     "pipelined_512_over_raw_zmq", "processes", anywhere, &row::median, 1.0 / 5, "peers"},
    {"512 calls outstanding between processes, over Cap'n Proto", "peers",
     "pipelined_512_over_capnproto", "processes", anywhere, &row::median, 1.0 / 30, "peers"},
    {"512 calls outstanding between processes, over gRPC", "peers", "pipelined_512_over_grpc",
     "processes", anywhere, &row::median, 1.0 / 30, "peers"},
    {"argument of 1 MiB between processes, over one copy of it", "peers",
     "argument_1048576_over_memcpy", "processes", anywhere, &row::median, 1.1, "peers"},
    {"message over ZeroMQ tcp, over the same by hand", "table1", "message_transport_over_by_hand",
     "cluster", anywhere, &row::median, 1.12, "table1"},
    {"null call over ZeroMQ, over the same by hand", "parts", "network_null_call_over_by_hand",
     "processes", apart, &row::median, 1.12, "over_network"},
    {"null call of a regular class between processes, over a persistent object's", "table1",
     "null_rpc_regular_over_persistent", "processes", anywhere, &row::median, 2, "table1"},
    {"the same in a pipeline, us", "table1", "pipelined_null_rpc_regular", "processes", anywhere,
     &row::median, 0.5, "table1"},
    {"the same in a pipeline between hosts, over a persistent object's", "table1",
     "pipelined_null_rpc_regular_over_persistent", "cluster", anywhere, &row::median, 1.5,
     "table1"},
    {"CPU time of all processes for a null call between hosts, us", "table1",
     "cpu_time_of_null_rpc_regular", "cluster", anywhere, &row::median, 10, "table1"},
    {"creating 1,000 objects in other processes, us each", "scale", "creations_1000", "processes",
     anywhere, &row::median, 2, "scale"},
    {"creating 100,000 objects in other processes, us each", "scale", "creations_100000",
     "processes", anywhere, &row::median, 2, "scale"},
    {"buffer of 64 MiB to another process, until its first read, us", "values", "buffer_first_read",
     "processes", anywhere, &row::median, 50, "values"},
    {"vector of 64 MiB to another process, over one copy of it", "values", "vector_over_memcpy",
     "processes", anywhere, &row::median, 2.2, "values"},
    {"vector of 64 MiB to another host, over raw ZeroMQ with CURVE", "peers",
     "argument_67108864_over_raw_zmq_curve", "cluster", anywhere, &row::median, 1 / 0.9, "peers"},
    {"memory while a buffer passes ten objects of a process, over its size", "values",
     "stages_resident", "threads", anywhere, &row::median, 1.05, "values"},
    {"METG(50%) no_comm, calls of a regular class, processes, us", "metg", "metg50_no_comm",
     "processes", anywhere, &row::median, 1.5, "metg", "mentat_regular"},
    {"the same in a cluster, us", "metg", "metg50_no_comm", "cluster", anywhere, &row::median, 20,
     "metg", "mentat_regular"},
    {"METG(50%) stencil_1d, threads, over Open MPI", "metg", "metg50_stencil_1d_over_openmpi",
     "threads", anywhere, &row::median, 1.3, "metg"},
    {"METG(50%) stencil_1d, processes, over Open MPI", "metg", "metg50_stencil_1d_over_openmpi",
     "processes", anywhere, &row::median, 1.5, "metg"},
    {"the same at width 8, threads", "metg", "metg50_stencil_1d_width_8_over_openmpi", "threads",
     anywhere, &row::median, 1.5, "metg"},
    {"the same at width 8, processes", "metg", "metg50_stencil_1d_width_8_over_openmpi",
     "processes", anywhere, &row::median, 2, "metg"},
    {"METG(50%) dom at width 8, processes, over Open MPI", "metg",
     "metg50_dom_width_8_over_openmpi", "processes", anywhere, &row::median, 3, "metg"},
    {"METG(50%) stencil_1d, threads, over oneTBB's flow graph, with building", "metg",
     "metg50_stencil_1d_over_onetbb", "threads", anywhere, &row::median, 1, "metg"},
    {"METG(50%) stencil_1d, processes, over oneTBB's flow graph, with building", "metg",
     "metg50_stencil_1d_over_onetbb", "processes", anywhere, &row::median, 1, "metg"},
    {"smallest work that pays for two workers, threads, flop", "table2", "measured_k2_flop",
     "threads", anywhere, &row::median, 6760, "table2"},
    {"smallest work that pays for two workers, processes, flop", "table2", "measured_k2_flop",
     "processes", anywhere, &row::median, 6760, "table2"},
    {"an object in a process of its own, over starting the program", "parts",
     "object_instantiation_process_over_spawn", "processes", anywhere, &row::median, 0.15,
     "zygote"},
    {"spilling a token of 64 B, over LMDB by tag", "parts", "spill_64_over_lmdb", "", anywhere,
     &row::median, 1.0 / 5, "spill_bench"},
    {"spilling a token of 4 KiB, over LMDB by tag", "parts", "spill_4096_over_lmdb", "", anywhere,
     &row::median, 1.0 / 5, "spill_bench"},
};

}  // namespace

std::vector<judged_goal> judge(const figures& of) {
  std::vector<judged_goal> all;
  for (const goal& each : goals) {
    const row* found = of.find(each.bench, each.row, each.system, each.mode, each.where);
    all.push_back({&each, found ? found->*each.part : std::nan("")});
  }
  return all;
}

void print_goals(const figures& of) {
  std::printf("\n%-76s %9s %9s\n", "Goals", "at most", "reached");
  for (const judged_goal& each : judge(of)) {
    std::printf("%-76s %9.3g ", each.wanted->what, each.wanted->most);
    if (std::isnan(each.reached))
      std::printf("%9s\n", "-");
    else
      std::printf("%9.3g%s\n", each.reached, each.missed() ? "  missed" : "");
  }
}

}  // namespace mentat::bench
