// Objects and calls: the tables of `mentat list`, and why something waits.
import { html, useState, useAnswer, useRecorded, count, time, things, Fault, Table } from './parts.js';
import { call_columns } from './graph.js';

function Why({ what, on_close }) {
  const { value, error } = useAnswer('why', what ? { what } : {}, 2000);
  return html`<section class="panel" id="why" aria-labelledby="why-title"><h2 id="why-title">Why ${what || 'everything'} waits</h2>
    <${Fault} error=${error} /><pre tabindex="0">${value ? value.text : 'Asking…'}</pre><button type="button" onClick=${on_close}>Close</button></section>`;
}

function Gaps({ answer }) {
  if (!answer) return null;
  return html`${answer.silent && answer.silent.length > 0 && html`<p class="fault">No answer from ${answer.silent.map((one) => one.what + ' on ' + one.host).join(', ')}.</p>`}
    ${answer.left_out > 0 && html`<p>${things(answer.left_out, 'row')} more are left out.</p>`}`;
}

function LiveObjects({ parameters }) {
  const [asked, ask_why] = useState(parameters.why);
  const program = parameters.program ? { program: parameters.program } : {};
  const objects = useAnswer('objects', program, 1000);
  const calls = useAnswer('calls', program, 1000);
  const classes = useAnswer('classes', program, 1000);
  const spaces = useAnswer('spaces', program, 2000);
  const drops = useAnswer('drops', program, 5000);
  const why_button = (name) => html`<button type="button" onClick=${() => ask_why(name)} aria-label=${'Why does ' + name + ' wait?'}>why</button>`;
  const program_column = { key: 'program', title: 'Program', show: (row) => String(row.program) };
  const error = objects.error || calls.error || classes.error;
  return html`<${Fault} error=${error} /><p class="tools"><button type="button" onClick=${() => ask_why('')}>Why does everything wait?</button></p>
    ${asked !== undefined && html`<${Why} what=${asked} on_close=${() => ask_why(undefined)} />`}
    <${Table} caption="Objects" rows=${objects.value && objects.value.objects} columns=${[program_column, { key: 'name', title: 'Object' }, { key: 'class', title: 'Class' }, { key: 'host', title: 'Host' },
      { key: 'pid', title: 'Process', show: (row) => String(row.pid) }, { key: 'calls', title: 'Calls', is_number: true }, { key: 'waiting', title: 'Waiting', is_number: true }, { key: 'state', title: 'State' }, { key: 'method', title: 'Function' },
      { key: 'why', title: 'Why', show: (row) => why_button(row.name) }]} /><${Gaps} answer=${objects.value} />
    <${Table} caption="Calls between processes" rows=${calls.value && calls.value.calls} columns=${[program_column, { key: 'class', title: 'Class' }, { key: 'method', title: 'Function' }, { key: 'object', title: 'Object' },
      { key: 'from', title: 'From' }, { key: 'where', title: 'Where' }, { key: 'state', title: 'State' }, { key: 'age_ms', title: 'Since', is_number: true, show: (row) => time(row.age_ms * 1e6) }, { key: 'called_at', title: 'Called at' },
      { key: 'why', title: 'Why', show: (row) => why_button(row.called_at || row.class + '::' + row.method) }]} /><${Gaps} answer=${calls.value} />
    <${Table} caption="Classes" rows=${classes.value && classes.value.classes} columns=${[program_column, { key: 'name', title: 'Class' }, { key: 'kind', title: 'Kind' }, { key: 'objects', title: 'Objects', is_number: true }, { key: 'calls', title: 'Calls', is_number: true }]} />
    <${Table} caption="Spaces" rows=${spaces.value && spaces.value.spaces} columns=${[program_column, { key: 'name', title: 'Space' }, { key: 'host', title: 'Host' }, { key: 'count', title: 'Count', value: (row) => Number(row.count), show: (row) => String(row.count) },
      { key: 'bytes', title: 'Bytes', value: (row) => Number(row.bytes), show: (row) => String(row.bytes) }, { key: 'state', title: 'State' }, { key: 'created_at', title: 'Created at' }, { key: 'tuple', title: 'Tuple' }]} />
    <${Table} caption="What was dropped" rows=${drops.value && drops.value.drops} columns=${[program_column, { key: 'host', title: 'Host' }, { key: 'count', title: 'Count', show: (row) => String(row.count) }, { key: 'what', title: 'What' }]} />`;
}

function RecordedObjects({ about }) {
  const calls = useRecorded(about, 'calls', { limit: 500 });
  const objects = useRecorded(about, 'objects');
  return html`<${Fault} error=${calls.error || objects.error} />
    <${Table} caption="The longest calls" rows=${calls.value && calls.value.calls} columns=${call_columns} />
    ${calls.value && calls.value.left_out > 0 && html`<p>${things(calls.value.left_out, 'shorter call')} more.</p>`}
    <${Table} caption="Objects" empty="The recording names none." rows=${objects.value && objects.value.objects} columns=${[{ key: 'process', title: 'Process', show: (row) => String(row.process) },
      { key: 'object', title: 'Object', value: (row) => row.object, show: (row) => String(row.object) }, { key: 'class', title: 'Class' }, { key: 'host', title: 'Host' }, { key: 'calls', title: 'Calls', is_number: true },
      { key: 'made', title: 'Made at', is_number: true, show: (row) => (row.made === undefined ? '' : time(row.made)) }, { key: 'ended', title: 'Ended at', is_number: true, show: (row) => (row.ended === undefined ? '' : time(row.ended)) }]} />
    ${objects.value && objects.value.left_out > 0 && html`<p>${things(objects.value.left_out, 'object')} more are left out.</p>`}`;
}

export const Objects = ({ about, parameters }) => (about.kind === 'live' ? html`<${LiveObjects} parameters=${parameters} />` : html`<${RecordedObjects} about=${about} />`);
