/** One seed: a browser with several tabs, some bursts of impatience in bad weather, and a check after each burst. */

import { ACTS, draw, WEATHER } from './acts.mjs';
import { check, goOn, rest } from './check.mjs';
import { createDice } from './dice.mjs';
import { hidePages, watchPresses } from './page-eyes.mjs';
import { checkUnseen, turnAll } from './unseen.mjs';

/** Console lines that are expected: the browser's about failed calls, and Natter's own warnings, except those that report a mistake. */
const NOISE =
  /Failed to load resource|WebSocket connection to|blocked by CORS|Same Origin Policy disallows|can.t establish a connection|was interrupted while the page|net::ERR_|^\[natter\] (?!handler_failed|invalid_call)\w+:/;
const MOST_TABS = 3;
const ACT_MS = 20_000;
const WIDE = { width: 1200, height: 800 };

/** Returns the failures, the number of acts, and a log of what was done. `skip`: acts to leave out. */
export async function runSeed({ browser, site, seed, bursts, acts, skip, say }) {
  const run = new Run(await browser.newContext({ viewport: WIDE }), site, seed, say);
  try {
    await run.begin();
    for (let burst = 0; burst < bursts && run.failures.length === 0; burst += 1) {
      for (let act = 0; act < acts; act += 1) await run.act(skip);
      await run.calm();
      await check(run);
      await goOn(run, run.dice.pick(run.tabs));
      await rest(run);
      await checkUnseen(run);
      for (const problem of run.problems.splice(0)) run.fail(problem, null);
    }
  } catch (error) {
    run.fail(`the monkey itself: ${error.stack}`, null);
  }
  if (run.failures.length > 0) await run.keepTraces();
  await run.context.close().catch(() => {});
  return { failures: run.failures, acts: run.step, log: run.log };
}

function settingsBy(dice, url) {
  const renderMode = dice.pick(['floating', 'floating', 'floating', 'fullscreen', 'inline']);
  return {
    renderMode,
    ...(renderMode === 'inline' && { target: '#inline-chat' }),
    rating: dice.pick(['on', 'off']),
    consent: dice.pick(['none', 'none', 'none', 'required']),
    remember: dice.pick(['conversation', 'conversation', 'conversation', 'session', 'nothing']),
    autoOpen: dice.pick(['true', 'false']),
    streaming: dice.pick(['true', 'true', 'false']),
    languages: 'en,de,ar',
    locale: 'en',
    privacyUrl: `${url}privacy`,
  };
}

class Run {
  step = 0;
  begun = Date.now();
  tabs = [];
  /** Messages that were sent: in which tab, when, and if they may be missing. */
  sent = [];
  /** Suggestions that were pressed. */
  chosen = [];
  /** The number of presses that may repeat a message. */
  again = 0;
  /** Keys of notices that a new conversation has left behind. */
  left = [];
  secrets = [];
  problems = [];
  failures = [];
  #names = 0;
  #foreign = new Set();

  constructor(context, site, seed, say) {
    this.dice = createDice(seed);
    this.settings = settingsBy(this.dice, site.url);
    this.url = `${site.url}?${new URLSearchParams(this.settings)}`;
    this.log = [JSON.stringify(this.settings)];
    this.isChromium = context.browser().browserType().name() === 'chromium';
    Object.assign(this, { context, site, seed, say });
  }

  /** Mostly opens the chat first: a burst on a closed chat tests little. */
  async begin() {
    const { context, site, dice } = this;
    await context.addInitScript(hidePages);
    await context.addInitScript(watchPresses);
    await site.clear();
    await site.control('agent', { script: 'shop', pace: dice.pick([0.02, 0.1, 0.3]) });
    for (const { id } of await site.sessions()) this.#foreign.add(id);
    await this.newTab();
    const [tab] = this.tabs;
    if (dice.chance(0.2)) return;
    await tab.page.evaluate(() => window.Natter.open());
    for (let tries = 0; tries < 8 && this.settings.consent === 'required'; tries += 1) {
      await tab.page.waitForTimeout(150);
      if (await ACTS.consent[1](this, tab)) break;
    }
    await tab.page.waitForTimeout(dice.between(0, 2_000));
  }

  /** Each act has dice of its own, so that leaving one out does not change the others. */
  async act(skip) {
    const { dice, seed } = this;
    this.step += 1;
    const table = dice.chance(0.18) ? WEATHER : ACTS;
    const name = draw(dice, table);
    const tab = dice.pick(this.tabs);
    if (skip.has(this.step)) return;
    this.dice = createDice(seed * 1_000 + this.step);
    const at = Date.now() - this.begun;
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('took too long')), ACT_MS));
    const told = await Promise.race([table[name][1](this, tab), late]).catch(
      error => `! ${error.message.split('\n')[0]}`,
    );
    this.log.push(`${this.step} +${at} ${name} tab${tab.name} ${JSON.stringify(told)?.slice(0, 120)}`);
    if (this.dice.chance(0.5)) await this.tabs[0].page.waitForTimeout(this.dice.between(0, 250));
    this.dice = dice;
  }

  fail(message, detail) {
    this.failures.push({ message, detail });
    this.say(`  seed ${this.seed} step ${this.step}: ${message}`);
  }

  note(tab, text) {
    const entry = { tab: tab.name, text, at: Date.now() };
    this.sent.push(entry);
    return entry;
  }

  // ---------------------------------------------------------------- the platform

  async fault(spec) {
    await this.site.control('faults', spec);
    return spec;
  }

  async #sessions() {
    return (await this.site.sessions()).filter(({ id }) => !this.#foreign.has(id));
  }

  /** The session that somebody is in now. */
  async current() {
    return (await this.#sessions()).find(each => each.sockets.length > 0);
  }

  async histories() {
    return Promise.all((await this.#sessions()).map(({ id }) => this.site.session(id)));
  }

  async onCurrent(action, body = {}) {
    const session = await this.current();
    if (session) await this.site.control(`sessions/${session.id}/${action}`, body);
    return session ? [action, body] : false;
  }

  // ---------------------------------------------------------------- the visitor's browser

  /**
   * Unless the conversation is remembered, messages may be missing after a reload: another tab may have started a conversation of its own
   * meanwhile.
   */
  leaves() {
    if (this.settings.remember !== 'conversation') for (const each of this.sent) each.maybe = true;
  }

  forgets() {
    for (const each of this.sent) each.forgotten = true;
  }

  async offline(tab, offline) {
    if (!this.isChromium) {
      await this.context.setOffline(offline);
      return;
    }
    // One session per tab: an emulation set through another session stays in force.
    tab.net ??= await this.context.newCDPSession(tab.page);
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await tab.net.send('Network.emulateNetworkConditions', { offline, ...speed });
  }

  async freeze(tab) {
    if (!this.isChromium) return;
    const client = await this.context.newCDPSession(tab.page);
    await client.send('Page.setWebLifecycleState', { state: 'frozen' });
    await new Promise(resolve => setTimeout(resolve, this.dice.between(200, 3_000)));
    await client.send('Page.setWebLifecycleState', { state: 'active' });
    await client.detach();
  }

  async newTab() {
    const { remember } = this.settings;
    if (this.tabs.length >= MOST_TABS || (remember === 'nothing' && this.tabs.length > 0)) return;
    const tab = { page: await this.context.newPage(), name: this.#names++ };
    this.#hear(tab);
    await tab.page.goto(this.url, { waitUntil: 'load' });
    this.tabs.push(tab);
  }

  /** Messages that a closing tab has not handed over would go to its next page, which does not exist here. */
  async closeTab(tab) {
    if (this.tabs.length < 2) return;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    const forgets = this.settings.remember !== 'conversation';
    for (const each of this.sent) each.maybe ||= forgets || (each.tab === tab.name && Date.now() - each.at < 5_000);
    await tab.page.close();
  }

  /** Clears all faults, restores the network, and shows every tab on its page. */
  async calm() {
    await this.site.clear();
    for (const tab of this.tabs) {
      if (tab.net || !this.isChromium) await this.offline(tab, false);
      if (!tab.page.url().startsWith(this.url)) await tab.page.goto(this.url);
    }
    await turnAll(this, false);
  }

  /** Keeps each page's log of inputs and actions, as the demo page records it. */
  async keepTraces() {
    for (const { page, name } of this.tabs) {
      const trace = await page.evaluate(() => window.monkeyTrace).catch(() => []);
      this.log.push('', `trace of tab ${name}:`, ...trace.slice(-400));
    }
  }

  /** Collects errors of a page, and the secrets that its broker gives it. */
  #hear({ page, name }) {
    page.on('pageerror', error => {
      // Firefox reports failed calls as uncaught errors.
      if (!NOISE.test(error.message)) this.problems.push(`tab ${name}: uncaught ${error.message} ${error.stack ?? ''}`);
    });
    page.on('console', message => {
      const text = message.text();
      // Some browsers print the socket's address themselves.
      const isOurs = !text.startsWith('WebSocket connection');
      if (isOurs && this.secrets.some(({ token }) => text.includes(token)))
        this.problems.push(`token on the console: ${text}`);
      if (/error|warning/.test(message.type()) && !NOISE.test(text)) this.problems.push(`tab ${name}: console ${text}`);
    });
    page.on('response', async response => {
      if (response.request().method() !== 'POST' || !response.url().endsWith('/token')) return;
      const { access_token: token, resume_ticket: ticket } = await response.json().catch(() => ({}));
      if (token) this.secrets.push({ token, ticket });
    });
  }
}
