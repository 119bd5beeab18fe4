// Which function makes calls of which; for what runs, who waits for whom.
import { html, useEffect, useRef, useState, ask, reported, useAnswer, useRecorded, load_script, count, time, things, look_of, link_to, Fault, Table } from './parts.js';

const most_drawn = 200;

// dagre is needed on this page alone, and loaded then.
let is_loaded;
const dagre_there = () => (is_loaded = is_loaded || (window.dagre ? Promise.resolve() : load_script('dagre.js')));

function laid_out(nodes, arrows) {
  const graph = new window.dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ nodesep: 20, ranksep: 40, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const there = new Set(nodes.map((one) => one.id));
  for (const one of nodes) graph.setNode(String(one.id), { width: Math.max(90, Math.max(one.title.length, one.more.length) * 7 + 20), height: 40, of: one });
  arrows.filter((one) => there.has(one.from) && there.has(one.to) && one.from !== one.to).forEach((one, i) => graph.setEdge(String(one.from), String(one.to), { of: one }, one.kind + i));
  window.dagre.layout(graph);
  return graph;
}

const path_of = (points) => 'M' + points.map((one) => one.x.toFixed(1) + ',' + one.y.toFixed(1)).join('L');

function save(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function Drawing({ nodes, arrows, title, on_choose, chosen }) {
  const [is_there, set] = useState(false);
  const [error, set_error] = useState();
  const picture = useRef();
  useEffect(() => { dagre_there().then(() => set(true)).catch((fault) => set_error(fault.message)); }, []);
  if (error) return html`<${Fault} error=${error} />`;
  if (!is_there) return html`<p>Drawing…</p>`;
  const shown = nodes.slice(0, most_drawn);
  const graph = laid_out(shown, arrows);
  const { width, height } = graph.graph();
  // Of a function that calls itself: at the right of its box.
  const loops = arrows.filter((one) => one.from === one.to && graph.node(String(one.from))).map((of) => {
    const node = graph.node(String(of.from));
    const [x, y] = [node.x + node.width / 2, node.y + (of.kind === 'value' ? 10 : -10)];
    return { of, points: `M${x},${y - 6}c34,-10 34,22 2,12`, x: x + 28, y: y + 4 };
  });
  const loop_room = loops.length > 0 ? 90 : 0;
  const marker = (id, colour) => html`<marker id=${id} viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0,0L8,4L0,8z" fill=${colour} /></marker>`;
  return html`<div class="scroll graph" tabindex="0" role="region" aria-label=${title}>
    <svg ref=${picture} xmlns="http://www.w3.org/2000/svg" width=${(width || 10) + loop_room} height=${height || 10} role="group" aria-label=${title} font-family="sans-serif" font-size="12">
      <defs>${marker('plain', '#888')}${marker('strong', '#D55E00')}</defs>
      ${loops.map(({ of, points, x, y }) => html`<path d=${points} fill="none" stroke=${of.critical ? '#D55E00' : '#888'} stroke-width=${of.critical ? 3 : 1.5} stroke-dasharray=${of.kind === 'value' ? '4 3' : null}
        marker-end=${of.critical ? 'url(#strong)' : 'url(#plain)'} /><text x=${x} y=${y} fill="currentColor">${count(of.count)}</text>`)}
      ${graph.edges().map((name) => {
        const edge = graph.edge(name);
        const is_strong = edge.of.critical;
        const middle = edge.points[Math.floor(edge.points.length / 2)];
        return html`<path d=${path_of(edge.points)} fill="none" stroke=${is_strong ? '#D55E00' : '#888'} stroke-width=${is_strong ? 3 : 1.5}
          stroke-dasharray=${edge.of.kind === 'call' || edge.of.kind === 'wait' ? null : '4 3'} marker-end=${is_strong ? 'url(#strong)' : 'url(#plain)'} />
          ${edge.of.count > 1 && html`<text x=${middle.x + 4} y=${middle.y} fill="currentColor">${count(edge.of.count)}</text>`}`;
      })}
      ${graph.nodes().map((name) => {
        const node = graph.node(name);
        return html`<g transform=${`translate(${node.x - node.width / 2},${node.y - node.height / 2})`} class=${'node' + (chosen === node.of.id ? ' chosen' : '')}
          tabindex="0" role="button" onClick=${() => on_choose && on_choose(node.of)}
          onKeyDown=${(event) => { if (on_choose && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); on_choose(node.of); } }}>
          <rect width=${node.width} height=${node.height} rx="4" fill="none" stroke=${node.of.critical ? '#D55E00' : '#888'} stroke-width=${node.of.critical ? 3 : 1.5} />
          <rect width="5" height=${node.height} fill=${node.of.colour} />
          <text x="12" y="16" fill="currentColor">${node.of.title}</text>${' '}<text x="12" y="32" fill="currentColor">${node.of.more}</text></g>`;
      })}</svg></div>
    ${nodes.length > shown.length && html`<p>${count(nodes.length - shown.length)} more are in the table alone.</p>`}
    <p class="tools"><button type="button" onClick=${() => save('graph.svg', 'image/svg+xml', new XMLSerializer().serializeToString(picture.current))}>Save as SVG</button></p>`;
}

function CallsOf({ name }) {
  const { value, error } = useAnswer('calls', { function: name, limit: 500 }, 0);
  return html`<section class="panel"><h2>Calls of ${name}</h2><${Fault} error=${error} />
    ${value && html`<${Table} caption=${'Calls of ' + name} rows=${value.calls.filter((row) => row.function === name)} columns=${call_columns} />`}
    ${value && value.left_out > 0 && html`<p>${things(value.left_out, 'shorter call')} more.</p>`}</section>`;
}

export const call_columns = [
  { key: 'index', title: 'Call', value: (row) => row.index, show: (row) => (reported ? String(row.index) : html`<a href=${link_to('timeline', { call: row.index })}>${String(row.index)}</a>`) },
  { key: 'function', title: 'Function' }, { key: 'worker', title: 'Worker' },
  { key: 'begin', title: 'Began', is_number: true, show: (row) => time(row.begin) }, { key: 'time', title: 'Took', is_number: true, show: (row) => time(row.time) }];

function RecordedGraph({ about }) {
  const { value, error } = useRecorded(about, 'graph');
  const [chosen, choose] = useState();
  if (!value) return html`<${Fault} error=${error} /><p>Asking…</p>`;
  const nodes = value.nodes.map((one) => ({ id: one.id, title: one.function, more: things(one.calls, 'call') + ', ' + time(one.time), critical: one.critical, colour: look_of(one.function).colour, of: one }));
  const name_of = Object.fromEntries(value.nodes.map((one) => [one.id, one.function]));
  return html`<p>An arrow leads from a function to those of which it makes calls; a dotted one from a result to the function that needs it. Red: critical path. Choose a function for its calls.</p>
    <${Drawing} title="Graph of the functions" nodes=${nodes} arrows=${value.arrows} chosen=${chosen && chosen.id} on_choose=${reported ? undefined : choose} />
    ${!reported && html`<p><a href="/api/v1/graph.dot" download="graph.dot">Save as DOT for Graphviz</a></p>`}
    ${chosen && html`<${CallsOf} name=${chosen.title} key=${chosen.id} />`}
    <details><summary>The graph as tables</summary>
    <${Table} caption="Functions of the graph" rows=${value.nodes} columns=${[{ key: 'function', title: 'Function' }, { key: 'place', title: 'Defined at' }, { key: 'calls', title: 'Calls', is_number: true },
      { key: 'time', title: 'Time', is_number: true, show: (row) => time(row.time) }, { key: 'critical', title: 'Critical', show: (row) => (row.critical ? 'yes' : 'no') }]} />
    <${Table} caption="Arrows of the graph" rows=${value.arrows.map((one) => ({ ...one, from: name_of[one.from], to: name_of[one.to] }))} columns=${[{ key: 'from', title: 'From' }, { key: 'to', title: 'To' },
      { key: 'kind', title: 'Kind' }, { key: 'count', title: 'Count', is_number: true }]} /></details>`;
}

function LiveGraph() {
  const { value, error } = useAnswer('why', {}, 2000);
  if (!value) return html`<${Fault} error=${error} /><p>Asking…</p>`;
  const nodes = new Map();
  const arrows = new Map();
  const waits = [];
  for (const program of value.programs) {
    const in_circle = new Set(program.circles.flatMap((one) => one.nodes));
    // Those that wait in the same way are one node, but for those of a circle.
    const add = (name, title, state) => {
      const id = program.program + ' ' + (in_circle.has(name) ? name : title + ' ' + state);
      if (!nodes.has(id)) nodes.set(id, { id, title, more: state || program.name, critical: in_circle.has(name), colour: look_of(title).colour });
      return id;
    };
    for (const one of program.waits) {
      const from = add(one.from, one.waiter, one.waiter_state);
      const to = add(one.to, one.awaited, one.awaited_state);
      waits.push({ reason: one.reason, at: one.at, waiter: one.waiter, awaited: one.awaited, age_ms: one.age_ms });
      const known = arrows.get(from + ' ' + to);
      if (known) known.count += 1;
      else if (from !== to) arrows.set(from + ' ' + to, { from, to, kind: 'wait', count: 1, critical: in_circle.has(one.from) && in_circle.has(one.to) });
    }
  }
  return html`<${Fault} error=${error} /><p>An arrow leads from what waits to what it waits for; the number says how many wait in that way. Red: a circle.</p>
    ${nodes.size === 0 ? html`<p>Nothing waits.</p>` : html`<${Drawing} title="Graph of the waits" nodes=${[...nodes.values()]} arrows=${[...arrows.values()]} />`}
    <details open=${nodes.size > most_drawn}><summary>The waits as a table</summary><${Table} caption="Waits" rows=${waits} columns=${[{ key: 'waiter', title: 'Waits' }, { key: 'reason', title: 'Why' }, { key: 'awaited', title: 'For' },
      { key: 'at', title: 'At' }, { key: 'age_ms', title: 'Since', is_number: true, show: (row) => time(row.age_ms * 1e6) }]} /></details>`;
}

export const Graph = ({ about }) => (about.kind === 'live' ? html`<${LiveGraph} />` : html`<${RecordedGraph} about=${about} />`);
