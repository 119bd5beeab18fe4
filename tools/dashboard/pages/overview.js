// The first page: what it does, how quickly, and what is wrong.
import { html, useEffect, useRef, useState, count, rate, time, palette, look_of, things, link_to, Bar, Table } from './parts.js';

// A curve, and its table.
function Curve({ title, unit, xs, ys, x_title }) {
  const place = useRef();
  const plot = useRef();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  useEffect(() => {
    const ink = dark ? '#e8e8e8' : '#222';
    const axis = { stroke: ink, grid: { stroke: dark ? '#444' : '#ddd' }, ticks: { stroke: dark ? '#444' : '#ddd' } };
    const made = new window.uPlot({
      width: place.current.clientWidth || 600, height: 160, legend: { show: false }, cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, Math.max(high, 1)] } },
      axes: [axis, { ...axis, size: 70 }],
      series: [{}, { stroke: palette[0], width: 2, fill: palette[0] + '40', spanGaps: false }],
    }, [xs, ys], place.current);
    plot.current = made;
    const fit = new ResizeObserver(() => made.setSize({ width: place.current.clientWidth, height: 160 }));
    fit.observe(place.current);
    return () => { fit.disconnect(); made.destroy(); };
  }, [dark]);
  useEffect(() => { if (plot.current) plot.current.setData([xs, ys]); }, [xs, ys]);
  const step = Math.max(1, Math.ceil(xs.length / 20));
  return html`<figure><figcaption>${title}</figcaption><div ref=${place} class="curve" role="img" aria-label=${title + '; the table below has the numbers'}></div>
    <details><summary>The numbers of the curve</summary>
    <${Table} caption=${title} columns=${[{ key: 'x', title: x_title, is_number: true, show: (row) => row.x.toPrecision(3) },
      { key: 'y', title: unit, is_number: true, show: (row) => row.y.toPrecision(3) }]}
      rows=${xs.map((x, i) => ({ x, y: ys[i] })).filter((_, i) => i % step === 0)} /></details></figure>`;
}

function Problems({ problems }) {
  if (!problems) return null;
  return html`<section aria-labelledby="problems"><h2 id="problems">Problems</h2>
    ${problems.length === 0 ? html`<p>None is known.</p>`
    : html`<ul class="problems">${problems.map((one) => html`<li><a href=${link_to(one.page)}>${one.text}</a></li>`)}</ul>`}</section>`;
}

const seconds_shown = 60;

function LiveOverview({ overview }) {
  const [history_of, set] = useState({ xs: [], ys: [] });
  useEffect(() => {
    if (!overview) return;
    const now = performance.now() / 1000;
    set((old) => {
      const from = old.xs.findIndex((x) => x > now - seconds_shown);
      const xs = [...old.xs.slice(Math.max(from, 0)), now];
      return { xs, ys: [...old.ys.slice(Math.max(from, 0)), overview.totals.per_second] };
    });
  }, [overview]);
  if (!overview) return html`<p>Asking…</p>`;
  const last = history_of.xs.at(-1) || 0;
  const most = Math.max(1, ...overview.classes.map((one) => one.calls + one.waiting));
  return html`<${Problems} problems=${overview.problems} />
    <section><h2>What the classes do</h2>
    <${Table} caption="Classes" empty="No program runs." rows=${overview.classes} columns=${[
      { key: 'class', title: 'Class' },
      { key: 'program', title: 'Program', value: (row) => Number(row.program) },
      { key: 'calls', title: 'Calls', is_number: true },
      { key: 'share', title: 'Of those known', value: (row) => row.calls / most, show: (row) => html`<${Bar} share=${row.calls / (row.calls + row.waiting || 1)} colour=${look_of(row.class).colour} /> ${count(row.calls + row.waiting)}` },
      { key: 'per_second', title: 'Rate', is_number: true, show: (row) => rate(row.per_second) },
      { key: 'objects', title: 'Objects', is_number: true },
      { key: 'running', title: 'Run', is_number: true },
      { key: 'waiting', title: 'Wait', is_number: true }]} /></section>
    <${Curve} title="Calls per second" unit="calls/s" x_title="seconds ago" xs=${history_of.xs.map((x) => x - last)} ys=${history_of.ys} />
    <section><h2>Programs</h2><${Table} caption="Programs" empty="No program runs." rows=${overview.programs} columns=${[
      { key: 'number', title: 'Program', show: (row) => String(row.number) }, { key: 'name', title: 'Name' }, { key: 'state', title: 'State' },
      { key: 'mode', title: 'Mode' }, { key: 'driver', title: 'Driver' }]} /></section>
    ${overview.hosts.length > 0 && html`<section><h2>Hosts</h2><${Table} caption="Hosts" rows=${overview.hosts} columns=${[
      { key: 'name', title: 'Host' }, { key: 'state', title: 'State' }, { key: 'cores', title: 'Cores', is_number: true }, { key: 'load', title: 'Load', is_number: true }]} /></section>`}`;
}

function RecordedOverview({ overview, about }) {
  if (!overview) return html`<p>Asking…</p>`;
  const span = overview.end - overview.begin;
  const parts = overview.busy.length;
  const all = Math.max(1, ...overview.functions.map((one) => one.time));
  return html`<${Problems} problems=${overview.problems} />
    <section><h2>What the functions took</h2>
    <${Table} caption="Functions" sort=${{ key: 'time', is_down: true }} rows=${overview.functions} columns=${[
      { key: 'function', title: 'Function' }, { key: 'place', title: 'Defined at' },
      { key: 'calls', title: 'Calls', is_number: true }, { key: 'recorded', title: 'Recorded', is_number: true },
      { key: 'time', title: 'Time of these', is_number: true, show: (row) => html`<${Bar} share=${row.time / all} colour=${look_of(row.function).colour} /> ${time(row.time)}` },
      { key: 'longest', title: 'Longest', is_number: true, show: (row) => time(row.longest) }]} /></section>
    <${Curve} title=${'Busy workers, of ' + about.workers} unit="workers" x_title="seconds" xs=${overview.busy.map((_, i) => (i + 0.5) * span / parts / 1e9)} ys=${overview.busy} />
    <p>Calls of the critical path ran ${time(overview.critical)} of ${time(span)}: <a href=${link_to('timeline')}>timeline</a>, <a href=${link_to('profile')}>profile</a>.</p>`;
}

export function sentence_of(about, overview) {
  if (!about) return 'Asking…';
  if (about.kind === 'recording')
    return `${about.program.split('/').pop()}, ${about.grows ? 'being recorded' : 'recorded'} on ${about.host} in mode ${about.mode}: ${time(about.end - about.begin)}, ${things(about.workers, 'worker')}, ${things(about.calls, 'recorded call')}`;
  if (!overview) return 'Asking…';
  if (overview.programs.length === 0) return 'No program runs.';
  const { calls, per_second, running, waiting } = overview.totals;
  const names = overview.programs.slice(0, 3).map((one) => one.name + ' ' + one.number).join(', ');
  const hosts = overview.hosts.length;
  return `${names}${overview.programs.length > 3 ? ' and others' : ''}: ${count(calls)} calls, ${rate(per_second)}, ${count(running)} run, ${count(waiting)} wait${hosts ? ' · ' + things(hosts, 'host') : ''}`;
}

export function Overview({ about, overview }) {
  return about.kind === 'live' ? html`<${LiveOverview} overview=${overview} />` : html`<${RecordedOverview} overview=${overview} about=${about} />`;
}
