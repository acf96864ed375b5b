import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Plan } from './plan/plan.ts';
import { runPlan } from './run.ts';

/** A storm that once failed, made as small as possible. */
function readPlan(name: string): Plan {
  return JSON.parse(readFileSync(new URL(`./seeds/${name}.json`, import.meta.url), 'utf8'));
}

/** The mistake, and the storm that found it. */
const FOUND: readonly (readonly [title: string, name: string])[] = [
  [
    '[R30] a look-up over Chat came back to a connection that was closed, and its message was sent again',
    'chat-looked-up-by-a-closed-connection',
  ],
  [
    '[R30] a page over Chat went on without the turns that it had not stored, and showed the next ones in their places',
    'chat-went-on-without-a-look',
  ],
  [
    '[R30] a message over Chat was looked up before its page had taken it over, and stayed failed',
    'chat-looked-up-before-it-was-taken',
  ],
  [
    '[R30] two tabs wrote over Chat at the same moment, and one of them showed its own words twice in place of the others',
    'chat-written-in-two-tabs',
  ],
  [
    '[R30] a message over Chat that another tab had looked up was sent again by its own',
    'chat-looked-up-in-another-tab',
  ],
  [
    '[R30] a ticket that was renewed while a conversation over Chat began led to the one before',
    'chat-ticket-renewed-at-the-start',
  ],
  [
    '[D5] an echo that was held up on its way came after the listening had ended, and the page had asked to join again',
    'echo-behind-the-listening',
  ],
  ['[D16] an echo that the machine had slept through made the page listen for minutes', 'echo-slept-through'],
  ['[D18] a message that was said in a tunnel came out behind it, and had been sent again', 'said-in-a-tunnel'],
  [
    '[D18] a message whose page was closed in a tunnel came out behind it, and had been sent again',
    'closed-in-a-tunnel',
  ],
  ['[N7] an end counted as kept that stood beside a damaged transcript, where nobody can read it', 'end-beside-damage'],
  ['[N7] an end that the platform had not heard was undone by a reload', 'end-unheard'],
  [
    '[O39] a page heard twice of a reply that it had heard of whole, and that was broken off in the turn that led to the next session',
    'broken-off-in-a-new-session',
  ],
  ['[D14] a forgotten record stayed, because the tab died before it had removed it', 'forget-takeover'],
  ['[D14] a record to be forgotten stayed, because the storage did not answer just then', 'forget-while-silent'],
  [
    '[D14] a letter typed in a tab that then slept stood there again, after everything had been forgotten in another one',
    'letters-before-forgetting',
  ],
  [
    '[D16] a page that stood still while it listened asked to join again before it heard what had come meanwhile',
    'listening-slept-through',
  ],
  [
    '[R25] a page without other tabs that stood still while it listened asked to join again before it heard what had come meanwhile',
    'listening-slept-through-alone',
  ],
  [
    '[R12] a heartbeat that was due put aside the one that marked the end of the replay, which was lost, and the page waited for ever',
    'marker-put-aside',
  ],
  ['[D16] the broker was asked about a refused handshake without a network', 'probe-offline'],
  [
    '[G24] a page that was told to forget before it knew how things stand asked for a token on account of what a gone tab had left',
    'forgotten-before-it-knew',
  ],
  [
    '[G24] words of before a forgetting, put down again by a tab that had not heard of it, were taken over',
    'said-before-a-forgetting',
  ],
  [
    '[G30] a tab that was robbed of the join lock while it read the record made no session any more',
    'robbed-while-it-read',
  ],
  [
    '[D14] words that were taken over while the record could not be read were sent again without a look into the history',
    'taken-without-a-session',
  ],
  [
    '[G30] three tabs robbed each other of the join lock for ever, each before it had listened for long enough',
    'three-that-rob-each-other',
  ],
  [
    '[G24] a message that was said right behind a forgetting counted as forgotten when another tab took it over',
    'said-at-the-instant-of-forgetting',
  ],
  [
    '[G29] words were removed that a tab had put down after it was back from where another one had taken its earlier ones',
    'back-before-it-was-given',
  ],
  ['[D16] a ticket was renewed without a network', 'ticket-offline'],
  [
    '[D16] a page that lost its network while it woke asked the broker for what had been told to it before',
    'new-ticket-on-waking-offline',
  ],
  [
    '[D14] a message written before a page knew the state, and then slept, was overwritten by the record of an earlier page',
    'said-before-it-knew',
  ],
  [
    '[D14] a message written before a page knew the state, while the storage was full, was lost when the page slept',
    'said-while-full',
  ],
  [
    '[G24] a tab that had not heard of a forgetting wrote the conversation once more, and another one went on with it',
    'written-after-forgetting',
  ],
  [
    '[G29] words that were taken over while nothing could be written were removed with the empty record of another tab',
    'taken-while-full',
  ],
  [
    '[G21] a hidden tab kept its socket beside one that is looked at, because it never gave the join lock back',
    'hidden-with-the-lock',
  ],
  [
    '[G30] a tab that stood still for long had a live conversation in another one called expired',
    'expired-beside-a-live-one',
  ],
  [
    '[D14] a write that fell due while the tab stood still overwrote what another tab had written meanwhile',
    'write-that-fell-due-asleep',
  ],
  [
    '[D14] a tab that slept took its own state for the newer one, because as much had happened in it as in the other one since',
    'slept-while-another-began',
  ],
  [
    '[M4] a record to be forgotten stayed, because the storage was silent until the page that had to remove it was gone',
    'forget-died-with-its-page',
  ],
  [
    '[D14] a conversation forgotten while a tab slept came back with it, because another had begun meanwhile',
    'forgotten-while-it-slept',
  ],
  [
    '[R27] an answer to an attempt that had been given up was held against the next one',
    'answer-to-a-given-up-attempt',
  ],
  [
    '[M4] letters that were written after a forgetting were taken for what had been forgotten',
    'letters-after-forgetting',
  ],
  [
    '[D14] an unsent message of a single tab was lost when it came back to a conversation that another tab had begun',
    'left-for-another-page',
  ],
  ['[M22] a page that came back with nothing but a failed message was taken for one that was stuck', 'failed-and-idle'],
  [
    '[D14] a message that the visitor had discarded came back with a tab that had slept, and was sent',
    'discarded-while-it-slept',
  ],
  [
    '[R3] a socket that had been stable in the background, where timers come late, was followed by the pause of an unstable one',
    'stable-in-the-background',
  ],
  ['[O39] a page was told twice of what it had sent before it slept, and asked for again', 'told-twice-after-sleep'],
  [
    '[G90] a session that turned out to be lost while there was no network counted as a failed attempt',
    'session-lost-while-offline',
  ],
  [
    '[G30] a tab that had the lock, and had not read the record under it yet, made a second session beside the one that was in there',
    'made-before-the-record-was-read',
  ],
  [
    '[G24] a tab that learned of an end from the record did not show what other tabs had heard before it',
    'ended-before-it-was-read',
  ],
  [
    '[M24] a draft typed before the page had read the earlier one was put in its place',
    'typed-before-the-draft-was-read',
  ],
  [
    '[G29] a tab that had stood still took the words of one that was back, before it heard that its lock was taken',
    'took-from-one-that-was-back',
  ],
  [
    '[M34] a tab that had nothing new to write put half a record where another one had thrown away a damaged one',
    'half-a-record',
  ],
  [
    '[R30] a message of a closed tab was sent again over Chat, because the look-up had found it before it was taken over',
    'chat-taken-over-while-reading',
  ],
  [
    '[R30] a page over Chat went on without a message of the dead page before it',
    'chat-before-the-dead-page-was-heard',
  ],
  [
    '[R30] a message of a closed tab was sent again over Chat, because its turn had been counted as one of the tab that took it over',
    'chat-heard-before-it-was-taken-over',
  ],
];

describe('storms that broke something once', () => {
  it.each(FOUND)('%s', async (_, name) => {
    const { wrong } = await runPlan(readPlan(name));
    expect(wrong).toEqual([]);
  });

  it('every one of them is run', () => {
    const files = readdirSync(new URL('./seeds/', import.meta.url));
    expect(FOUND.map(([, name]) => `${name}.json`).sort()).toEqual(files.sort());
  });
});
