// Hosts, and the messages between processes.
import { html, useAnswer, useRecorded, bytes, count, time, Fault, Table, needs_recording } from './parts.js';

const most_squared = 40;

function Matrix({ messages }) {
  const ends = [...new Set(messages.flatMap((one) => [one.from, one.to]))].sort();
  if (ends.length > most_squared) return null;
  const by_pair = Object.fromEntries(messages.map((one) => [one.from + ' ' + one.to, one]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Messages as a matrix"><table class="matrix"><caption>Messages from (lines) to (columns)</caption>
    <thead><tr><td></td>${ends.map((to) => html`<th scope="col">${to}</th>`)}</tr></thead>
    <tbody>${ends.map((from) => html`<tr><th scope="row">${from}</th>${ends.map((to) => {
      const one = by_pair[from + ' ' + to];
      return html`<td class="number">${one ? html`${count(one.messages)}<br />${bytes(one.bytes)}` : ''}</td>`;
    })}</tr>`)}</tbody></table></div>`;
}

function RecordedHosts({ about }) {
  const { value, error } = useRecorded(about, 'messages');
  return html`<${Fault} error=${error} /><p>Recorded on ${about.host}.</p>
    ${value && value.hosts.length > 1 && html`<${Table} caption="Hosts" rows=${value.hosts} columns=${[{ key: 'number', title: 'Number', show: (row) => String(row.number) }, { key: 'name', title: 'Host' },
      { key: 'processes', title: 'Processes', is_number: true }, { key: 'workers', title: 'Workers', is_number: true }, { key: 'calls', title: 'Recorded calls', is_number: true },
      { key: 'uncertainty', title: 'Times are right within', is_number: true, show: (row) => (row.uncertainty < 0 ? 'not known' : time(row.uncertainty)) },
      { key: 'missing', title: 'Missing', show: (row) => (row.whole ? '' : 'its end' + (row.missing && ': ' + row.missing)) }]} />`}
    ${value && value.messages.length === 0 && html`<p>No message came from another process.</p>`}
    ${value && value.messages.length > 0 && html`<${Matrix} messages=${value.messages} />
      <${Table} caption="Messages between processes" sort=${{ key: 'bytes', is_down: true }} rows=${value.messages} columns=${[{ key: 'from', title: 'From' }, { key: 'to', title: 'To' },
      { key: 'messages', title: 'Messages', is_number: true }, { key: 'bytes', title: 'Bytes', is_number: true, show: (row) => bytes(row.bytes) }]} />`}`;
}

function LiveHosts({ overview }) {
  const objects = useAnswer('objects', {}, 2000);
  const hosts = useAnswer('hosts', {}, 2000);
  const sums = {};
  for (const row of (objects.value && objects.value.objects) || []) {
    const sum = (sums[row.host] = sums[row.host] || { host: row.host, objects: 0, calls: 0, waiting: 0, processes: new Set() });
    sum.objects += 1;
    sum.calls += row.calls || 0;
    sum.waiting += row.waiting || 0;
    sum.processes.add(row.pid);
  }
  return html`<${Fault} error=${hosts.error} />
    <${Table} caption="Hosts" empty="No session of hosts runs: programs run on this host alone." rows=${hosts.value && hosts.value.hosts} columns=${[{ key: 'number', title: 'Number', show: (row) => String(row.number) }, { key: 'name', title: 'Host' },
      { key: 'state', title: 'State' }, { key: 'cores', title: 'Cores', is_number: true }, { key: 'load', title: 'Load', is_number: true }, { key: 'address', title: 'Address' }, { key: 'cause', title: 'Cause' }]} />
    <${Table} caption="Objects by host" rows=${Object.values(sums)} columns=${[{ key: 'host', title: 'Host' }, { key: 'processes', title: 'Processes', is_number: true, value: (row) => row.processes.size, show: (row) => count(row.processes.size) },
      { key: 'objects', title: 'Objects', is_number: true }, { key: 'calls', title: 'Calls', is_number: true }, { key: 'waiting', title: 'Waiting', is_number: true }]} />
    <h2>Messages between processes</h2>${needs_recording}`;
}

export const Hosts = ({ about }) => (about.kind === 'live' ? html`<${LiveHosts} />` : html`<${RecordedHosts} about=${about} />`);
