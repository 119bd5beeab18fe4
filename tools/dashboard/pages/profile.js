// What would make it faster: the answer of `mentat profile`.
import { html, useState, useEffect, useAnswer, reported, count, time, Fault, Table, Bar, look_of, needs_recording } from './parts.js';

const change = (to, from) => (to === undefined || !from ? '' : time(to) + ' (' + (to > from ? '+' : '−') + Math.abs(Math.round((to / from - 1) * 100)) + ' %)');

function Advice({ value }) {
  if (value.short_calls.length === 0) return null;
  return html`<h2>Short calls</h2><ul>${value.short_calls.map((one) => html`<li>${one.function}: let a call do the work of ${count(one.batch)}; handing one over takes ${time(one.hand_over_ns)}.</li>`)}</ul>`;
}

function RecordedProfile({ about }) {
  const [workers, set_workers] = useState('');
  const [every, ask_every] = useState(reported ? 0 : 300); // it is made beside the answers
  useEffect(() => { if (about.calls && !reported) ask_every(300); }, [about.calls]);
  const { value, error } = useAnswer('profile', /^[1-9][0-9]{0,4}$/.test(workers) ? { workers } : {}, every, about.calls);
  const is_there = value && !value.computing;
  useEffect(() => { if (is_there && every) ask_every(0); }, [is_there]);
  if (!is_there) return html`<${Fault} error=${error} />${!error && html`<p>Computing…</p>`}`;
  const most = Math.max(1, ...value.functions.map((one) => one.total_ns));
  const predicted = value.predicted_ns;
  return html`<${Fault} error=${error} />
    <dl class="figures"><dt>Took</dt><dd>${time(value.measured_ns)}</dd><dt>Workers</dt><dd>${value.workers}</dd><dt>Busy</dt><dd>${Math.round(value.busy * 100)} %</dd><dt>Work</dt><dd>${time(value.work_ns)}</dd>
      ${value.span_ns !== undefined && html`<dt>Span</dt><dd>${time(value.span_ns)}</dd><dt>Parallelism</dt><dd>${(value.work_ns / Math.max(value.span_ns, 1)).toFixed(1)}</dd><dt>Predicted for the run that was made</dt><dd>${time(predicted)}</dd>`}</dl>
    ${value.incomplete && html`<p>There are no span and no predictions: ${value.incomplete}.</p>`}
    ${value.trustworthy === false && html`<p class="fault">The prediction of the run that was made is more than 10 % off: predictions are not to be trusted.</p>`}
    ${value.left_out && html`<p>${value.left_out}</p>`}
    ${value.span_ns !== undefined && !reported && html`<p><label>What if there were <input type="number" min="1" max="65536" value=${workers} onChange=${(event) => { set_workers(event.target.value); ask_every(300); }} /> workers?</label>
      ${' '}${value.asked && html`<strong>${change(value.asked.predicted_ns, predicted)}</strong>`}</p>`}
    <${Table} caption="Functions" rows=${value.functions} columns=${[{ key: 'function', title: 'Function' }, { key: 'defined_at', title: 'Defined at' }, { key: 'calls', title: 'Calls', is_number: true },
      { key: 'mean_ns', title: 'Mean', is_number: true, show: (row) => time(row.mean_ns) },
      { key: 'total_ns', title: 'Total', is_number: true, show: (row) => html`<${Bar} share=${row.total_ns / most} colour=${look_of(row.function).colour} /> ${time(row.total_ns)}` },
      ...(value.span_ns === undefined ? [] : [{ key: 'critical_ns', title: 'On the critical path', is_number: true, show: (row) => time(row.critical_ns) },
        { key: 'predicted_if_halved_ns', title: 'The program, if it took half', is_number: true, show: (row) => change(row.predicted_if_halved_ns, predicted) }])]} />
    <${Table} caption="Waits" rows=${value.waits} columns=${[{ key: 'function', title: 'Function' }, { key: 'place', title: 'At' }, { key: 'wanted', title: 'Waited for' }, { key: 'times', title: 'Times', is_number: true },
      { key: 'total_ns', title: 'Total', is_number: true, show: (row) => time(row.total_ns) }, { key: 'busy', title: 'Workers busy meanwhile', is_number: true, show: (row) => Math.round(row.busy * 100) + ' %' },
      { key: 'predicted_if_late_ns', title: 'The program, if it waited last', is_number: true, show: (row) => change(row.predicted_if_late_ns, predicted) }]} />
    <${Advice} value=${value} />
    ${value.by_workers && html`<${Table} caption="Predictions by workers" rows=${value.by_workers} columns=${[{ key: 'workers', title: 'Workers', is_number: true }, { key: 'predicted_ns', title: 'The program takes', is_number: true, show: (row) => time(row.predicted_ns) }]} />
      <${Table} caption="Critical path" rows=${value.critical_path} columns=${[{ key: 'function', title: 'Function' }, { key: 'defined_at', title: 'Defined at' }, { key: 'calls', title: 'Calls', is_number: true }, { key: 'ns', title: 'Time', is_number: true, show: (row) => time(row.ns) }]} />`}`;
}

export const Profile = ({ about }) => (about.kind === 'live' ? needs_recording : html`<${RecordedProfile} about=${about} />`);
