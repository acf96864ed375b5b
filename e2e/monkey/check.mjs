/** Conditions that must hold once the weather is fine and everything has come to rest. */

import { press } from './acts.mjs';
import { dump, look } from './page-eyes.mjs';

const REST_MS = 75_000;
const AT_REST = ['idle', 'active', 'ended', 'failed'];
const squeezed = text => `${text}`.replace(/\s+/g, '');

export async function looks(run) {
  return Promise.all(run.tabs.map(tab => tab.page.evaluate(look)));
}

/** Waits until nothing changes and nothing is in progress. Returns what the pages then show, or fails. */
export async function rest(run, most = REST_MS) {
  const until = Date.now() + most;
  let before = '';
  let seen = [];
  let why = '';
  while (Date.now() < until) {
    seen = await looks(run);
    why = await unrest(run, seen);
    const now = JSON.stringify(seen.map(each => [each.phase, each.messages, each.says]));
    if (!why && now === before) return seen;
    before = now;
    await run.tabs[0].page.waitForTimeout(450);
  }
  run.fail(`no rest after ${most / 1000} s: ${why || 'it goes on changing'}`, seen);
  return seen;
}

async function unrest(run, seen) {
  for (const [place, each] of seen.entries()) {
    if (!each.there || each.phase === undefined) return `tab ${place}: no widget`;
    if (!AT_REST.includes(each.phase)) return `tab ${place}: ${each.phase}`;
    // A failed chat waits for its visitor, and so do messages that were written into it.
    const waits = each.gate || each.phase === 'failed';
    const pending = waits ? undefined : each.outbox.find(({ status }) => status !== 'failed');
    if (pending) return `tab ${place}: ${pending.status} "${pending.text}"`;
    if (each.messages.some(({ status }) => status === 'streaming')) return `tab ${place}: streaming`;
  }
  const session = await run.current();
  if (session?.party === 'joining') return 'the emulator is busy';
  // Leaves out tabs whose chat nobody has opened yet.
  const [first, ...others] = seen.filter(each => each.phase !== 'idle' || each.messages.length > 0);
  if (others.some(each => JSON.stringify(each.messages) !== JSON.stringify(first.messages))) return 'tabs differ';
  if (others.some(each => each.unread !== first.unread)) return `tabs differ: ${seen.map(each => each.unread)} unread`;
  if (others.some(each => each.phase !== first.phase)) return `tabs differ: ${seen.map(each => each.phase)}`;
  return '';
}

/** Texts of the history's messages, with chunks joined. */
function messagesOf(events) {
  const messages = new Map();
  for (const { type, payload } of events) {
    if (!/USER_MESSAGE$|AGENT_MESSAGE(_CHUNK)?$/.test(type)) continue;
    messages.set(payload.message_id, (messages.get(payload.message_id) ?? '') + payload.text);
  }
  return [...messages.values()];
}

export async function check(run) {
  // A tab may just have asked the conversation's owner for something that does not show yet.
  await rest(run);
  await run.tabs[0].page.waitForTimeout(1_500);
  const seen = await rest(run);
  for (const [place, each] of seen.entries()) checkPage(run, each, place);
  await checkHistory(run, seen.find(each => each.phase !== 'idle') ?? seen[0]);
  await checkSecrets(run);
  return seen;
}

function checkPage(run, each, place) {
  const left = each.messages.find(({ key }) => run.left.includes(key));
  if (left) run.fail(`"Start a new conversation" did nothing: ${left.text} is still there`, each);
  const tell = what => run.fail(`tab ${place}: ${what}`, each);
  for (const note of each.notes.splice(0)) tell(note);
  each.says = each.says.filter(words => !words.includes('Retry'));
  if (!each.gate && each.says.length > 0 && each.phase === 'active') tell(`says ${each.says} though all is well`);
  if (/Connecting|Reconnecting/.test(each.state) && each.phase === 'active') tell(`header says ${each.state}`);
  if (each.open && each.field === null && each.ways.length === 0) tell('no field and no button: no way on');
  if (run.settings.renderMode === 'floating' && each.open && each.unread > 0) tell(`open, and ${each.unread} unread`);
  if (/^\(\d/.test(each.title)) tell(`in view, and its title is ${each.title}`);
  const shown = each.open || !each.unread ? '' : each.unread > 9 ? '9+' : `${each.unread}`;
  if (run.settings.renderMode === 'floating' && each.badge !== shown) tell(`badge "${each.badge}", not "${shown}"`);
}

async function checkHistory(run, seen) {
  const sessions = await run.histories();
  for (const { id, events } of sessions) {
    const ids = events
      .filter(({ type }) => type.endsWith('USER_MESSAGE'))
      .map(({ payload, metadata }) => [
        metadata?.custom?.client_event_id ?? payload?.metadata?.custom?.client_event_id,
        payload.text,
      ]);
    const twice = ids.find(([one], place) => one && ids.findIndex(([other]) => other === one) !== place);
    if (twice) run.fail(`twice in ${id}: ${twice}`, ids);
    // Messages with different ids are counted, too: a session that was lost before it confirmed a message may still have taken it, and the
    // next session gets it again.
    const again = run.sent.find(
      ({ text }) =>
        /^echo/.test(text) &&
        ids.filter(([, other]) => other === text).length > run.sent.filter(each => each.text === text).length,
    );
    if (again) run.fail(`doubled in ${id}: "${again.text}"`, ids);
    checkOrder(
      run,
      id,
      ids.map(([, text]) => text),
    );
  }
  const texts = sessions.flatMap(({ events }) =>
    events.filter(({ type }) => type.endsWith('USER_MESSAGE')).map(({ payload }) => payload.text),
  );
  for (const entry of run.sent) checkSent(run, entry, texts, seen);
  for (const { events } of sessions)
    checkChosen(
      run,
      events.map(({ payload, type }) => type.endsWith('USER_MESSAGE') && payload.text),
    );
  if (seen.phase === 'active') await checkTranscript(run, seen);
}

function checkSent(run, entry, texts, seen) {
  const wanted = run.sent.filter(({ text, maybe, forgotten }) => text === entry.text && !maybe && !forgotten).length;
  const there = texts.filter(text => text === entry.text).length;
  const waiting = seen.outbox.filter(({ text }) => text === entry.text).length;
  if (there + waiting < wanted && !seen.gate && !(run.settings.consent === 'required' && seen.phase === 'idle'))
    run.fail(`lost: "${entry.text}" (${there} + ${waiting} of ${wanted})`, seen);
  if (entry.forgotten && /^echo/.test(entry.text) && seen.messages.some(({ text }) => text === entry.text))
    run.fail(`not forgotten: ${entry.text}`, seen);
}

function checkOrder(run, id, texts) {
  for (const tab of new Set(run.sent.map(each => each.tab))) {
    const own = run.sent.filter(
      each => each.tab === tab && !each.retried && /^echo/.test(each.text) && texts.includes(each.text),
    );
    const places = own.map(({ text }) => texts.indexOf(text));
    if (places.some((place, at) => at > 0 && place < places[at - 1]))
      run.fail(`out of order in ${id}: ${own.map(each => each.text)}`, texts);
  }
}

function checkChosen(run, texts) {
  for (const words of new Set(run.chosen)) {
    const most =
      run.chosen.filter(each => each === words).length +
      run.sent.filter(({ text }) => text === words).length +
      run.again;
    const there = texts.filter(text => text === words).length;
    if (there > most) run.fail(`suggestion "${words}" ${there} times for ${most} presses`, texts);
  }
}

async function checkTranscript(run, seen) {
  const live = (await run.histories()).filter(each => each.sockets.length > 0);
  if (live.length !== 1 || live[0].sockets.length !== 1) {
    run.fail(`${live.map(each => `${each.id}: ${each.sockets.length}`)} sockets`, live);
    return;
  }
  const { messages, outbox } = seen;
  const from = messages.findLastIndex(({ mark }) => mark === 'divider') + 1;
  const shown = messages
    .slice(from)
    .filter(({ kind, status }) => kind === 'message' && !/queued|sending|failed/.test(status))
    .map(({ text }) => squeezed(text));
  const held = messagesOf(live[0].events).map(squeezed);
  if (JSON.stringify(shown) !== JSON.stringify(held))
    run.fail(`transcript is not the history of ${live[0].id}`, { shown, held, outbox });
}

async function checkSecrets(run) {
  for (const tab of run.tabs) {
    const { open, kept, state } = await tab.page.evaluate(dump);
    for (const { token, ticket } of run.secrets) {
      if (`${open}${kept}${state}`.includes(token)) run.fail('a token is kept or shown', null);
      if (`${open}${state}`.includes(ticket)) run.fail('a ticket is shown', null);
    }
  }
}

/** Follows the way on that the page offers, and checks that it leads on. */
export async function goOn(run, tab) {
  const { page } = tab;
  await page.evaluate(() => window.Natter.open());
  for (let tries = 0; tries < 6; tries += 1) {
    await page.waitForTimeout(400);
    const seen = await page.evaluate(look);
    if (seen.gate) await press(run, tab, 'consent', { pick: 0 });
    else if (seen.ended) await startAnew(run, tab, seen);
    else if (seen.phase === 'failed') await tryAgain(run, tab, seen);
    else if (seen.phase === 'active' || seen.field !== null) return writes(run, tab, seen);
  }
  return run.fail('no way on', await page.evaluate(look));
}

async function becomes(tab, test, ms) {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    const seen = await tab.page.evaluate(look);
    if (test(seen)) return true;
    await tab.page.waitForTimeout(200);
  }
  return false;
}

async function startAnew(run, tab, before) {
  // With rating on, the stars come before the button for a new conversation.
  if (before.ways.includes('Skip')) await press(run, tab, 'ended', { pick: 0 });
  if (!(await press(run, tab, 'startNew', { pick: 0 })))
    return run.fail('ended, and nothing to start anew with', before);
  if (await becomes(tab, each => each.ended === null && each.phase === 'active', 12_000)) return true;
  return run.fail('"Start a new conversation" did nothing', [before, await tab.page.evaluate(look)]);
}

async function tryAgain(run, tab, before) {
  if (!(await press(run, tab, 'banner', { pick: 0 }))) return run.fail('failed, and nothing to try again with', before);
  if (await becomes(tab, each => each.phase !== 'failed' && /active|ended/.test(each.phase), 15_000)) return true;
  return run.fail('"Try again" leads nowhere', [before, await tab.page.evaluate(look)]);
}

async function writes(run, tab, before) {
  const text = `echo way on ${run.seed}-${run.sent.length}`;
  if (run.dice.chance(0.4) && before.ways.includes('Start a new conversation')) {
    const words = before.messages.at(-1)?.key;
    await press(run, tab, 'notice', { pick: 0.999 });
    if (!(await becomes(tab, each => each.phase === 'active' && each.messages.at(-1)?.key !== words, 12_000)))
      run.fail('"Start a new conversation" of a notice did nothing', before);
  }
  await tab.page.evaluate(() => {
    const field = document.querySelector('natter-chat').shadowRoot.querySelector('textarea[part=input]');
    field.focus();
    field.select();
  });
  await tab.page.keyboard.insertText(text);
  await tab.page.keyboard.press('Enter');
  run.note(tab, text);
  const until = Date.now() + 15_000;
  while (Date.now() < until) {
    const sessions = await run.histories();
    if (sessions.some(({ events }) => events.some(({ payload }) => payload.text === text))) return true;
    await tab.page.waitForTimeout(200);
  }
  return run.fail('what is written does not arrive', await tab.page.evaluate(look));
}
