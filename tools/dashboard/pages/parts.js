// What the pages share: questions to the server, numbers with units, tables.
export const { html, render, useState, useEffect, useRef, useMemo } = window.htmPreact;

// ---- answers ------------------------------------------------------------------------------------

// A report has the answers in itself; elsewhere the server gives them.
const embedded = document.getElementById('answers');
export const reported = embedded ? JSON.parse(embedded.textContent) : null;

export async function ask(what, parameters = {}) {
  if (reported) {
    const answer = reported[what];
    if (!answer) throw new Error('A report does not have that; `mentat dashboard --open FILE` does.');
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
  const given = new URLSearchParams(parameters).toString();
  const came = await fetch('/api/v1/' + what + (given ? '?' + given : ''),
    { signal: AbortSignal.timeout(120000) });
  const answer = await came.json();
  if (!came.ok) throw new Error(answer.error || 'status ' + came.status);
  return answer;
}

// Exchanges the token behind # for a cookie, and removes it from the address.
export async function signIn() {
  const token = location.hash.slice(1);
  if (reported || !/^[0-9a-f]{32}$/.test(token)) return;
  const came = await fetch('/api/v1/sign-in', { headers: { 'X-Mentat-Token': token } });
  history.replaceState(null, '', location.pathname + '#overview');
  if (!came.ok) throw new Error((await came.json()).error);
}

// The answer, anew each `every` ms while the page is seen; 0: once, and again when `anew` is another value.
export function useAnswer(what, parameters, every, anew) {
  const key = JSON.stringify([what, parameters]);
  const [state, set] = useState({});
  useEffect(() => {
    let timer = 0;
    let is_gone = false;
    const look = async () => {
      if (!document.hidden || !every) {
        try {
          const value = await ask(what, parameters);
          if (!is_gone) set({ key, value });
        } catch (error) {
          if (!is_gone) set((old) => ({ key, value: old.key === key ? old.value : undefined, error: error.message }));
        }
      }
      if (!is_gone && every) timer = setTimeout(look, every);
    };
    if (what) look();
    return () => { is_gone = true; clearTimeout(timer); };
  }, [key, every, every ? 0 : anew]);
  return state.key === key ? state : {};
}

// Of a recording: anew while it is being written, and once behind its end.
export const useRecorded = (about, what, parameters = {}) => useAnswer(what, parameters, about.grows ? 2000 : 0, about.calls);

// ---- numbers ------------------------------------------------------------------------------------

export const count = (n) => Math.round(n).toLocaleString('en-US');
export const rate = (n) => (n > 0 && n < 10 ? n.toFixed(1) : count(n)) + '/s';
export function time(ns) {
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]])
    if (Math.abs(ns) >= size) return (ns / size).toPrecision(ns >= 1000 * size ? 4 : 3).replace(/\.?0+e/, 'e') + ' ' + unit;
  return Math.round(ns) + ' ns';
}
export function bytes(n) {
  for (const [unit, size] of [['GB', 1e9], ['MB', 1e6], ['kB', 1e3]])
    if (n >= size) return (n / size).toFixed(1) + ' ' + unit;
  return n + ' B';
}
export const things = (n, name) => count(n) + ' ' + name + (n === 1 ? '' : 's');

// ---- colours ------------------------------------------------------------------------------------

// Of Okabe and Ito: they can be told apart by everybody.
export const palette = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#56B4E9', '#D55E00', '#F0E442', '#999999'];
export const class_of = (name) => (name.includes('::') ? name.slice(0, name.lastIndexOf('::')) : name);
const seen_classes = [];
// A colour for each class; from the ninth on with a hatch.
export function look_of(name) {
  const of = class_of(name);
  if (!seen_classes.includes(of)) seen_classes.push(of);
  const at = seen_classes.indexOf(of);
  return { colour: palette[at % palette.length], is_hatched: at >= palette.length };
}

// ---- parts --------------------------------------------------------------------------------------

export const Fault = ({ error }) => (error ? html`<p class="fault" role="alert">${error}</p>` : null);

// A bar as long as its share, beside a number that says the same.
export const Bar = ({ share, colour }) => html`<svg class="bar" width="120" height="12" aria-hidden="true">
  <rect width="120" height="12" class="bar-ground" />
  <rect width=${Math.max(0, Math.min(1, share || 0)) * 120} height="12" fill=${colour || palette[0]} /></svg>`;

const at_first = 100;

// columns: {key, title, is_number, show(row), value(row)}. Sorted by a click on a title.
export function Table({ caption, columns, rows, empty, sort }) {
  const [order, set_order] = useState(sort || null);
  const [most, set_most] = useState(at_first);
  const [filter, set_filter] = useState('');
  const value = (column, row) => (column.value ? column.value(row) : row[column.key]);
  let shown = rows || [];
  if (filter) {
    const wanted = filter.toLowerCase();
    shown = shown.filter((row) => columns.some((column) => String(value(column, row) ?? '').toLowerCase().includes(wanted)));
  }
  if (order) {
    const column = columns.find((one) => one.key === order.key);
    const sign = order.is_down ? -1 : 1;
    shown = [...shown].sort((a, b) => {
      const [x, y] = [value(column, a), value(column, b)];
      return sign * (column.is_number ? (x ?? 0) - (y ?? 0) : String(x ?? '').localeCompare(String(y ?? '')));
    });
  }
  const turn = (column) => set_order({ key: column.key, is_down: order && order.key === column.key ? !order.is_down : !!column.is_number });
  return html`<div class="table">
    ${rows && rows.length > 8 && html`<label>Filter ${caption.toLowerCase()}: <input type="search" value=${filter}
      onInput=${(event) => set_filter(event.target.value)} /></label>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}><table><caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col" class=${column.is_number ? 'number' : ''}
      aria-sort=${order && order.key === column.key ? (order.is_down ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick=${() => turn(column)}>${column.title}${order && order.key === column.key ? (order.is_down ? ' ↓' : ' ↑') : ''}</button></th>`)}</tr></thead>
    <tbody>${shown.slice(0, most).map((row) => html`<tr>${columns.map((column) => html`<td class=${column.is_number ? 'number' : ''}>
      ${column.show ? column.show(row) : column.is_number ? count(row[column.key] ?? 0) : String(row[column.key] ?? '')}</td>`)}</tr>`)}</tbody></table></div>
    ${shown.length === 0 && html`<p>${rows ? (filter ? 'Nothing of that.' : empty || 'There are none.') : 'Asking…'}</p>`}
    ${shown.length > most && html`<button type="button" onClick=${() => set_most(most * 10)}>Show more of ${count(shown.length)}</button>`}
  </div>`;
}

// A part of a page that moves keeps quiet for people who hear it: at most one sentence in 5 s.
export function Spoken({ text }) {
  const [said, set] = useState('');
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    const timer = setInterval(() => set(newest.current), 5000);
    return () => clearInterval(timer);
  }, []);
  return html`<p class="unseen" aria-live="polite">${said}</p>`;
}

export function load_script(name) {
  return new Promise((done, failed) => {
    const element = document.createElement('script');
    element.src = '/' + name;
    element.onload = done;
    element.onerror = () => failed(new Error(name + ' cannot be loaded'));
    document.head.append(element);
  });
}

export const go = (page, parameters = {}) => {
  const given = new URLSearchParams(parameters).toString();
  location.hash = page + (given ? '?' + given : '');
};
export const link_to = (page, parameters = {}) => {
  const given = new URLSearchParams(parameters).toString();
  return '#' + page + (given ? '?' + given : '');
};
export const needs_recording = html`<p>That needs a recording: <code>mentat run --record=FILE PROGRAM</code>, then <code>mentat dashboard --open FILE</code>.</p>`;
