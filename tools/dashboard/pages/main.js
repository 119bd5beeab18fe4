// The frame of all pages: their head, the navigation, and the page that the address names.
import { html, render, useEffect, useState, useAnswer, signIn, reported, ask, Fault, Spoken } from './parts.js';
import { Overview, sentence_of } from './overview.js';
import { Timeline } from './timeline.js';
import { Graph } from './graph.js';
import { Objects } from './objects.js';
import { Hosts } from './hosts.js';
import { Profile } from './profile.js';
import { Log } from './log.js';

const pages = { overview: ['Overview', Overview], timeline: ['Timeline', Timeline], graph: ['Graph', Graph], objects: ['Objects and calls', Objects], hosts: ['Hosts', Hosts], profile: ['Profile', Profile], log: ['Log', Log] };

function place_now() {
  const [name, given] = location.hash.slice(1).split('?');
  return { page: pages[name] ? name : 'overview', parameters: Object.fromEntries(new URLSearchParams(given || '')) };
}

// A recording that is still being written is asked again.
function App({ about: first }) {
  const [about, set_about] = useState(first);
  const { value: latest } = useAnswer(about.grows ? 'about' : '', {}, 1000);
  useEffect(() => { if (latest) set_about(latest); }, [latest]);
  const [place, set_place] = useState(place_now());
  useEffect(() => {
    const turn = () => set_place(place_now());
    addEventListener('hashchange', turn);
    return () => removeEventListener('hashchange', turn);
  }, []);
  const is_live = about.kind === 'live';
  const { value: overview, error } = useAnswer('overview', {}, is_live ? (place.page === 'overview' ? 250 : 2000) : about.grows ? 1000 : 0, about.calls);
  const [title, Page] = pages[place.page];
  const sentence = sentence_of(about, overview);
  useEffect(() => { document.title = title + ' · ' + ((about.program || '').split('/').pop() || about.session || 'Mentat'); }, [title]);
  return html`<a class="skip" href="#content" onClick=${(event) => { event.preventDefault(); document.getElementById('content').focus(); }}>To the content</a>
    <header><p class="name">Mentat</p><p id="sentence">${sentence}</p><${Spoken} text=${sentence} />
    ${overview && overview.problems.length > 0 && html`<p id="warning"><a href="#overview">${overview.problems.length === 1 ? '1 problem' : overview.problems.length + ' problems'}</a></p>`}</header>
    <nav aria-label="Pages"><ul>${Object.entries(pages).map(([name, [text]]) => html`<li><a href=${'#' + name} aria-current=${name === place.page ? 'page' : null}>${text}</a></li>`)}</ul></nav>
    <main id="content" tabindex="-1" data-page=${place.page}><h1>${title}</h1>
    <${Fault} error=${error && (is_live ? error + (overview ? ' What is shown is old.' : '') : error)} />
    <${Page} about=${about} overview=${overview} parameters=${place.parameters} key=${place.page} /></main>
    <footer><p>Mentat ${about.version}${about.file ? ' · ' + about.file : ''}${reported ? ' · a report' : ''}</p></footer>`;
}

async function begin() {
  const at = document.getElementById('app');
  try {
    await signIn();
    const about = await ask('about');
    at.textContent = '';
    render(html`<${App} about=${about} />`, at);
  } catch (error) {
    at.textContent = '';
    render(html`<main><h1>Mentat</h1><${Fault} error=${error.message} /></main>`, at);
  }
}
begin();
