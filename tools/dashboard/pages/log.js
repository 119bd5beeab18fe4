// The log of this host's daemon.
import { html, useState, useAnswer, Fault } from './parts.js';

function LiveLog() {
  const [filter, set_filter] = useState('');
  const { value, error } = useAnswer('log', {}, 2000);
  if (!value) return html`<${Fault} error=${error} /><p>Asking…</p>`;
  const shown = value.lines.filter((line) => line.toLowerCase().includes(filter.toLowerCase()));
  return html`<${Fault} error=${error} />${value.why && html`<p>${value.why}</p>`}
    ${value.lines.length > 0 && html`<label>Filter lines: <input type="search" value=${filter} onInput=${(event) => set_filter(event.target.value)} /></label>
    ${value.is_cut && html`<p>These are the last lines; \`mentat logs\` has all.</p>`}
    <pre class="log" tabindex="0" role="region" aria-label="Log">${shown.join('\n')}</pre>`}`;
}

export const Log = ({ about }) => (about.kind === 'live' ? html`<${LiveLog} />` : html`<p>A recording has no log.</p>`);
