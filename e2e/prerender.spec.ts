/**
 * Pages that the browser renders ahead of time. DevTools turns prerendering off, so these pages drive themselves, in a Chromium that
 * nothing is attached to, and report to their server.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS } from './browser.mjs';
import { closeAll, serve, startBroker, tag } from './site.ts';
import { expect, freePort, newestSession, test, userMessages } from './stage.ts';
import { inWhole } from './whole.ts';

let browser: ChildProcess | undefined;
let profile: string | undefined;

test.afterEach(async () => {
  if (browser?.exitCode === null) {
    browser.kill();
    await once(browser, 'exit');
  }
  if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  await closeAll();
});

async function visit(url: string): Promise<void> {
  profile = await mkdtemp(join(tmpdir(), 'natter-prerender-'));
  const { executablePath = '' } = inWhole({});
  // This flag turns prerendering off.
  const common = CHROMIUM_FLAGS.filter(flag => flag !== '--disable-background-networking');
  const flags = [...common, '--headless=new', `--user-data-dir=${profile}`];
  browser = spawn(executablePath, [...flags, url], { stdio: 'ignore' });
}

/** Helpers in every page: reporting to its server, and waiting for a condition. */
const OWN = `<script>
  // Sends one report after the other, so that none overtakes another.
  let said = Promise.resolve();
  const tell = what => (said = said.then(() => fetch('/told', { method: 'POST', body: what, keepalive: true })));
  const until = async is => { while (!(await is())) await new Promise(done => setTimeout(done, 50)); };
  const texts = () => Natter.state.messages.map(each => each.text ?? '');
  // Passes on this one warning only; others, such as those about a slow disk, do not matter here.
  console.warn = line => line.includes('tabs_silent') && tell(line);
  onunhandledrejection = ({ reason }) => tell('failed: ' + reason);
</script>`;

const FIRST = `<a id="go" href="/next">Next</a><script type="speculationrules">
  {"prerender": [{"urls": ["/next"], "eagerness": "immediate"}]}
</script><script>
  (async () => {
    await until(() => window.Natter);
    Natter.open();
    await until(() => texts().some(text => text.includes('Fern')));
    await until(async () => (await (await fetch('/all')).text()).includes('ahead'));
    await tell('asked again: ' + (await (await fetch('/all')).text()).includes('ready'));
    Natter.send('echo last words');
    go.click();
  })();
</script>`;

const NEXT = `<script>
  (async () => {
    await until(() => window.Natter);
    Natter.ready.then(() => tell('ready, ' + (document.prerendering ? 'unseen' : 'seen')));
    if (document.prerendering) tell('ahead, ' + document.querySelectorAll('natter-chat').length + ' chats');
    await until(() => texts().includes('last words'));
    tell('heard ' + JSON.stringify(texts().filter(text => text.includes('last words'))));
  })();
</script>`;

test('a prerendered page leaves the conversation to the visible one, and then continues it', async ({ stage }) => {
  const told: string[] = [];
  const port = await freePort();
  const site = await serve(async (request, response) => {
    if (request.url === '/all') {
      response.end(told.join('\n'));
      return;
    }
    if (request.url === '/told') {
      let text = '';
      for await (const piece of request) text += piece;
      told.push(text);
      response.end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    const page = request.url === '/next' ? NEXT : FIRST;
    const chat = tag(stage, `http://localhost:${port}`);
    response.end(`<!doctype html><html lang="en"><title>Customer</title><h1>A shop</h1>${OWN}${chat}${page}</html>`);
  });
  await startBroker(stage, port, site);
  await visit(`${site}/`);
  await expect
    .poll(() => told, { timeout: 60_000 })
    .toEqual(['ahead, 0 chats', 'asked again: false', 'ready, seen', 'heard ["echo last words","last words"]']);
  const { id } = await newestSession(stage);
  const { joinsAsked } = await stage.session(id);
  expect([await userMessages(stage, id), joinsAsked]).toEqual([['echo last words'], 1]);
});
