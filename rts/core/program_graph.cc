#include "rts/core/program_graph.h"

#include "rts/core/server_object.h"

namespace mentat {

void draw_arc(computation_instance& producer, arc& to, scheduler& runs_on) {
  computation_instance* at = &producer;
  for (;;) {
    switch (at->future.add(to)) {
      case future::state::open:
        return;
      case future::state::closed:
        at->note_error_seen();
        return to.deliver(to, *at, false, runs_on);
      case future::state::forwarded:
        at = at->forwarded_to();
        break;
    }
  }
}

void draw_last_arc(computation_instance& producer, arc& to, scheduler& runs_on) {
  computation_instance& at = result_of(producer);
  if (at.future.is_closed()) {
    at.note_error_seen();
    to.deliver(to, at, only_reader(producer), runs_on);
  } else {
    draw_arc(at, to, runs_on);
  }
  producer.release();
}

void complete(computation_instance& actor, scheduler& runs_on) {
  // The caller's reference is the only one: nobody else can draw an arc.
  const bool alone = actor.held_once() || actor.is_private();
  arc* at = alone ? actor.future.close_privately() : actor.future.close();
  if (at) actor.note_error_seen();
  while (at) {
    arc* next = at->next;
    // Only the executor's own reference is left: nobody can read the value after the last arc.
    at->deliver(*at, actor, !next && actor.held_once(), runs_on);
    at = next;
  }
}

void fail(computation_instance& actor, std::exception_ptr error, scheduler& runs_on) {
  actor.set_error(std::move(error));
  complete(actor, runs_on);
}

void elaborate(computation_instance& actor, computation_instance& into, scheduler& runs_on) {
  actor.set_forward(into);
  arc* at = actor.future.forward();
  while (at) {
    arc* next = at->next;
    draw_arc(into, *at, runs_on);
    at = next;
  }
  offer_arcs(into);
}

void offer_arcs(computation_instance& producer) {
  computation_instance& at = result_of(producer);
  if (sender* by = at.sent_by()) by->arcs_added(at);
}

void argument_arrived(computation_instance& consumer, scheduler& runs_on) {
  server_object* object = consumer.target();  // read first: once complete, the consumer may be
                                              // executed and gone at any moment
  if (!consumer.arrived()) return;
  if (object) {
    if (object->notify()) runs_on.ready(*object);
  } else {
    runs_on.ready(consumer);
  }
}

}  // namespace mentat
