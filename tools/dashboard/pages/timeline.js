// What each worker executed when. The server gives at most 5,000 bars for what is seen.
import { html, useEffect, useMemo, useRef, useState, ask, reported, count, time, look_of, things, link_to, go, Fault, Table, needs_recording } from './parts.js';

const lane_height = 22;
const left_edge = 170;
const cut_off = 1;
const critical = 2;

function hatch(context, colour, ground) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const to = tile.getContext('2d');
  to.fillStyle = ground;
  to.fillRect(0, 0, 8, 8);
  to.strokeStyle = colour;
  to.lineWidth = 2;
  to.beginPath();
  for (const at of [-8, 0, 8]) { to.moveTo(at, 8); to.lineTo(at + 8, 0); }
  to.stroke();
  return context.createPattern(tile, 'repeat');
}

function draw(canvas, data, view, chosen) {
  const width = canvas.clientWidth;
  const height = (data.workers.length + 1) * lane_height + 4;
  const scale = window.devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const to = canvas.getContext('2d');
  to.scale(scale, scale);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const ink = dark ? '#e8e8e8' : '#222';
  const faint = dark ? '#333' : '#e4e4e4';
  const x_of = (at) => left_edge + ((at - view.begin) / (view.end - view.begin)) * (width - left_edge);
  to.font = '12px sans-serif';
  to.textBaseline = 'middle';
  to.fillStyle = ink;
  const ticks = Math.max(2, Math.floor((width - left_edge) / 130));
  for (let i = 0; i < ticks; ++i) {
    const at = view.begin + ((view.end - view.begin) * i) / ticks;
    to.fillText(time(at - data.first), x_of(at) + 2, lane_height / 2);
    to.fillRect(x_of(at), lane_height - 4, 1, 4);
  }
  data.workers.forEach((name, lane) => {
    const y = (lane + 1) * lane_height;
    to.fillStyle = faint;
    to.fillRect(left_edge, y + lane_height - 1, width - left_edge, 1);
    to.fillStyle = ink;
    to.fillText(name, 4, y + lane_height / 2, left_edge - 10);
  });
  (data.hosts || []).slice(1).forEach(([lane]) => to.fillRect(0, (lane + 1) * lane_height - 1, width, 2));
  to.save();
  to.beginPath();
  to.rect(left_edge, 0, width - left_edge, height);
  to.clip();
  const lit = chosen && chosen.before && new Set([chosen.index, ...chosen.before.calls, ...chosen.after.calls]);
  for (const [lane, begin, end, method, call, share, pieces, flags] of data.bars) {
    const x = x_of(begin);
    const w = Math.max(x_of(end) - x, 1);
    const y = (lane + 1) * lane_height + 2;
    const h = lane_height - 5;
    const look = look_of(data.functions[method]);
    to.globalAlpha = lit && !lit.has(call) ? 0.2 : 1;
    to.fillStyle = look.is_hatched ? hatch(to, look.colour, dark ? '#222' : '#fff') : look.colour;
    if (pieces > 1) {
      to.fillRect(x, y + h * (1 - share / 100), w, h * share / 100);
      to.globalAlpha *= 0.35;
    }
    to.fillRect(x, y, w, h);
    if (w > 40 && pieces === 1) {
      to.save();
      to.beginPath();
      to.rect(x, y, w, h);
      to.clip();
      to.fillStyle = ['#0072B2', '#D55E00', '#009E73'].includes(look.colour) ? '#fff' : '#000';
      if (look.is_hatched) to.fillStyle = ink;
      to.fillText(data.functions[method], Math.max(x, left_edge) + 3, y + h / 2);
      to.restore();
    }
    if (flags & critical) { to.fillStyle = ink; to.fillRect(x, y + h, w, 2); }
    if (flags & cut_off) {
      to.strokeStyle = ink;
      to.lineWidth = 2;
      const at = x_of(end);
      to.beginPath();
      to.moveTo(at - 6, y); to.lineTo(at + 6, y + h); to.moveTo(at + 6, y); to.lineTo(at - 6, y + h);
      to.stroke();
    }
  }
  to.globalAlpha = 1;
  for (const [lane, begin, end] of data.losses) {
    to.fillStyle = hatch(to, '#888', dark ? '#222' : '#fff');
    to.fillRect(x_of(begin), (lane + 1) * lane_height + 2, Math.max(x_of(end) - x_of(begin), 2), lane_height - 5);
  }
  if (chosen) draw_chosen(to, chosen, x_of, ink, dark);
  to.restore();
}

// Its waits, and arrows from what it needs and to what needs it.
function draw_chosen(to, chosen, x_of, ink, dark) {
  for (const [lane, begin, end] of chosen.pauses) {
    to.fillStyle = hatch(to, ink, dark ? '#222' : '#fff');
    to.fillRect(x_of(begin), (lane + 1) * lane_height + 6, Math.max(x_of(end) - x_of(begin), 1), 4);
  }
  const middle = (row) => (row.lane + 1) * lane_height + lane_height / 2;
  to.strokeStyle = ink;
  to.fillStyle = ink;
  to.lineWidth = 1.5;
  const arrow = (x0, y0, x1, y1) => {
    to.beginPath();
    to.moveTo(x0, y0);
    to.lineTo(x1, y1);
    to.stroke();
    const turn = Math.atan2(y1 - y0, x1 - x0);
    to.beginPath();
    to.moveTo(x1, y1);
    to.lineTo(x1 - 7 * Math.cos(turn - 0.4), y1 - 7 * Math.sin(turn - 0.4));
    to.lineTo(x1 - 7 * Math.cos(turn + 0.4), y1 - 7 * Math.sin(turn + 0.4));
    to.fill();
  };
  for (const one of chosen.producers || []) arrow(x_of(one.end), middle(one), x_of(Math.max(chosen.begin, one.end)), middle(chosen));
  for (const one of chosen.consumers || []) arrow(x_of(chosen.end), middle(chosen), x_of(Math.max(one.begin, chosen.end)), middle(one));
  const y = (chosen.lane + 1) * lane_height + 1;
  to.strokeRect(x_of(chosen.begin), y, Math.max(x_of(chosen.end) - x_of(chosen.begin), 2), lane_height - 3);
}

const call_link = (row) => html`<a href=${link_to('timeline', { call: row.index })}>${row.function}</a>`;

function Linked({ title, rows }) {
  if (!rows || rows.length === 0) return null;
  return html`<h3>${title}</h3><ul>${rows.slice(0, 20).map((row) => html`<li>${call_link(row)}, ${row.worker}, ${time(row.time)}</li>`)}
    ${rows.length > 20 && html`<li>and ${count(rows.length - 20)} more</li>`}</ul>`;
}

function CallPanel({ chosen, first }) {
  return html`<section class="panel" aria-labelledby="call"><h2 id="call">${chosen.function}</h2>
    <dl><dt>Call</dt><dd id="call-number">${chosen.index}</dd><dt>Defined at</dt><dd>${chosen.place || 'not known'}</dd><dt>Worker</dt><dd>${chosen.worker}</dd>
    <dt>Began</dt><dd>${time(chosen.begin - first)}</dd><dt>Ended</dt><dd>${time(chosen.end - first)}${chosen.cut_off ? ', cut off by the end of its process' : ''}</dd>
    <dt>Took</dt><dd>${time(chosen.time)}</dd><dt>Waited meanwhile</dt><dd>${time(chosen.waited)}</dd>
    ${chosen.queued !== undefined && html`<dt>Was ready or waited for arguments</dt><dd>${time(chosen.queued)}</dd>`}
    <dt>On the critical path</dt><dd>${chosen.critical ? 'yes' : 'no'}</dd>
    <dt>Made by</dt><dd>${chosen.maker ? call_link(chosen.maker) : 'not known'}</dd>
    ${chosen.before && html`<dt>Depends on</dt><dd id="before">${things(chosen.before.count, 'call')}</dd><dt>Depend on it</dt><dd id="after">${things(chosen.after.count, 'call')}</dd>`}</dl>
    <${Linked} title="Needs the results of" rows=${chosen.producers} /><${Linked} title="Its result is needed by" rows=${chosen.consumers} />
    <p><a href=${link_to('timeline')}>Close</a></p></section>`;
}

export function Timeline({ about, parameters }) {
  const canvas = useRef();
  const [view, set_view] = useState({ begin: about.begin, end: Math.max(about.end, about.begin + 1) });
  const [data, set_data] = useState();
  const [error, set_error] = useState();
  const [chosen, set_chosen] = useState();
  const seen_end = useRef(about.end);
  const wanted = parameters.call;
  const is_recording = about.kind === 'recording';

  useEffect(() => {
    if (!is_recording) return undefined;
    const timer = setTimeout(async () => {
      try {
        const columns = Math.max(100, Math.min(4000, (canvas.current ? canvas.current.clientWidth : 1000) - left_edge));
        set_data(await ask('timeline', { begin: Math.round(view.begin), end: Math.round(view.end), columns }));
        set_error();
      } catch (fault) { set_error(fault.message); }
    }, 60);
    return () => clearTimeout(timer);
  }, [view.begin, view.end, about.calls, about.grows]);
  // Who sees the end of a recording that grows goes on seeing it.
  useEffect(() => {
    const old_end = seen_end.current;
    seen_end.current = about.end;
    if (about.end <= old_end || wanted !== undefined) return;
    set_view((old) => (old.end < old_end ? old : { begin: old.begin <= about.begin ? about.begin : about.end - (old.end - old.begin), end: about.end }));
  }, [about.end]);
  useEffect(() => {
    if (wanted === undefined) { set_chosen(); return; }
    ask('call', { index: wanted }).then((call) => {
      set_chosen(call);
      set_view((old) => {
        if (call.begin >= old.begin && call.end <= old.end && call.end - call.begin > (old.end - old.begin) / 50) return old;
        const margin = Math.max(call.end - call.begin, 1000) * 2;
        return { begin: Math.max(about.begin, call.begin - margin), end: Math.min(about.end, call.end + margin) };
      });
    }).catch((fault) => set_error(fault.message));
  }, [wanted]);
  useEffect(() => {
    if (!data || !canvas.current) return undefined;
    const paint = () => draw(canvas.current, data, view, chosen);
    paint();
    const fit = new ResizeObserver(paint);
    fit.observe(canvas.current);
    return () => fit.disconnect();
  }, [data, view, chosen]);
  // React to the wheel without a scrolling page: such a listener must be told so.
  useEffect(() => {
    const on = canvas.current;
    if (!on) return undefined;
    const wheel = (event) => {
      if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
      event.preventDefault();
      const at = (event.offsetX - left_edge) / (on.clientWidth - left_edge);
      zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, Math.min(1, at)));
    };
    on.addEventListener('wheel', wheel, { passive: false });
    return () => on.removeEventListener('wheel', wheel);
  });
  if (!is_recording) return needs_recording;

  const within = (begin, end) => {
    const length = Math.min(Math.max(end - begin, 100), about.end - about.begin);
    const from = Math.max(about.begin, Math.min(begin, about.end - length));
    set_view({ begin: from, end: from + length });
  };
  const zoom = (by, at = 0.5) => {
    const centre = view.begin + (view.end - view.begin) * at;
    within(centre - (centre - view.begin) * by, centre + (view.end - centre) * by);
  };
  const pan = (by) => within(view.begin + (view.end - view.begin) * by, view.end + (view.end - view.begin) * by);
  const choose = (bar) => {
    if (!bar) return;
    if (bar[4] >= 0) { if (!reported) go('timeline', { call: bar[4] }); } else within(bar[1] - (bar[2] - bar[1]), bar[2] + (bar[2] - bar[1]));
  };
  // The next call on its worker, or one of the next worker at about that time.
  const step = (direction, lanes) => {
    const bars = data.bars.filter((bar) => bar[4] >= 0);
    if (bars.length === 0) return;
    if (!chosen) { choose(bars[0]); return; }
    const at = (bar) => (lanes ? Math.abs(bar[1] - chosen.begin) : direction * (bar[1] - chosen.begin));
    const others = bars.filter((bar) => (lanes ? bar[0] === chosen.lane + direction : bar[0] === chosen.lane && bar[4] !== chosen.index && at(bar) >= 0));
    others.sort((a, b) => at(a) - at(b));
    choose(others[0]);
  };
  const key = (event) => {
    const does = { ArrowLeft: () => (event.shiftKey ? step(-1, false) : pan(-0.2)), ArrowRight: () => (event.shiftKey ? step(1, false) : pan(0.2)),
      ArrowUp: () => step(-1, true), ArrowDown: () => step(1, true), '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2),
      Home: () => within(about.begin, about.end), Enter: () => step(1, false), Escape: () => go('timeline') }[event.key];
    if (!does || !data || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    does();
  };
  let drag = null;
  const down = (event) => { drag = { x: event.clientX, view, moved: false }; event.target.setPointerCapture(event.pointerId); };
  const move = (event) => {
    if (!drag) return;
    const by = event.clientX - drag.x;
    if (Math.abs(by) > 3) drag.moved = true;
  };
  const up = (event) => {
    if (!drag) return;
    const by = ((drag.x - event.clientX) / (canvas.current.clientWidth - left_edge)) * (drag.view.end - drag.view.begin);
    if (drag.moved) within(drag.view.begin + by, drag.view.end + by);
    else {
      const at = view.begin + ((event.offsetX - left_edge) / (canvas.current.clientWidth - left_edge)) * (view.end - view.begin);
      const slack = (view.end - view.begin) / (canvas.current.clientWidth - left_edge) * 2;
      const lane = Math.floor(event.offsetY / lane_height) - 1;
      choose(data && data.bars.find((bar) => bar[0] === lane && bar[1] - slack <= at && at <= bar[2] + slack));
    }
    drag = null;
  };
  const rows = useMemo(() => (data ? data.bars.slice(0, 1000).map(([lane, begin, end, method, call, share, pieces, flags]) =>
    ({ worker: data.workers[lane], begin: begin - data.first, time: end - begin, function: data.functions[method], call, share, pieces, flags })) : undefined), [data]);
  return html`<${Fault} error=${error} />
    <p class="keys">${things(data ? data.bars.length : 0, 'bar')} from ${time(view.begin - about.begin)} to ${time(view.end - about.begin)}.
      Colour: class. Underlined: critical path. Cross: ended with its process. Hatched grey: events that were lost.
      Arrows, + and − move and zoom; Shift with arrows goes from call to call, Enter chooses one, Escape leaves it.</p>
    <p class="tools"><button type="button" onClick=${() => zoom(0.5)}>Zoom in</button> <button type="button" onClick=${() => zoom(2)}>Zoom out</button>
      <button type="button" onClick=${() => pan(-0.5)}>Earlier</button> <button type="button" onClick=${() => pan(0.5)}>Later</button>
      <button type="button" onClick=${() => within(about.begin, about.end)}>All</button></p>
    <div class="lanes"><canvas ref=${canvas} id="lanes" tabindex="0" role="application" aria-label="Timeline; the table below has the same bars" onKeyDown=${key}
      style=${{ height: ((data ? data.workers.length : 1) + 1) * lane_height + 4 + 'px' }}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up}></canvas></div>
    ${data && data.workers_left_out > 0 && html`<p>${things(data.workers_left_out, 'worker')} more are not drawn.</p>`}
    ${chosen && html`<${CallPanel} chosen=${chosen} first=${about.begin} />`}
    <details><summary>The bars as a table</summary><${Table} caption="Bars of the timeline" rows=${rows} columns=${[
      { key: 'worker', title: 'Worker' }, { key: 'begin', title: 'Begin', is_number: true, show: (row) => time(row.begin) },
      { key: 'time', title: 'Time', is_number: true, show: (row) => time(row.time) },
      { key: 'function', title: 'Function', show: (row) => (row.call >= 0 && !reported ? html`<a href=${link_to('timeline', { call: row.call })}>${row.function}</a>` : row.function) },
      { key: 'pieces', title: 'Pieces', is_number: true }, { key: 'share', title: 'Of that function', is_number: true, show: (row) => row.share + ' %' },
      { key: 'flags', title: 'Marks', value: (row) => row.flags, show: (row) => [row.flags & cut_off && 'cut off', row.flags & critical && 'critical'].filter(Boolean).join(', ') }]} /></details>`;
}
