import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transition } from '../../src/session/transition.ts';
import type { Plan } from './plan.ts';
import { runPlan } from './run.ts';
import type { Faults } from './tab.ts';

/** A storm that once broke something, made as small as it can be. */
function readPlan(name: string): Plan {
  return JSON.parse(readFileSync(new URL(`./seeds/${name}.json`, import.meta.url), 'utf8'));
}

/** What was wrong, and the storm that found it. */
const FOUND: readonly (readonly [title: string, name: string])[] = [
  [
    '[D15] a wish was lost that the owner had taken and told one tab of, and not the next owner, before it died',
    'acked-by-the-dead',
  ],
  ['[D15] a wish was lost whose tab slept before the owner, which died, had written it', 'acked-then-slept'],
  [
    '[D15] without a storage, a new tab that robbed a silent owner knew nothing, and the others took that for a forgetting',
    'blank-thief',
  ],
  [
    '[D5] an echo that was held up on its way came after the listening had ended, and the page had asked to join again',
    'echo-behind-the-listening',
  ],
  ['[D16] an echo that the machine had slept through made the page listen for minutes', 'echo-slept-through'],
  ['[D18] a message that was said in a tunnel came out behind it, and had been sent again', 'said-in-a-tunnel'],
  ['[D18] so did one whose page was closed in the tunnel', 'closed-in-a-tunnel'],
  ['[N7] an end counted as kept that stood beside a damaged transcript, where nobody can read it', 'end-beside-damage'],
  [
    '[D15] a second socket, because an old robbery was heard after a sleep while the next was on its way',
    'robbed-twice-asleep',
  ],
  ['[N7] an end that the platform had not heard was undone by a reload', 'end-unheard'],
  [
    '[O39] a page heard twice of a reply that it had heard of whole, and that was broken off in the turn that led to the next session',
    'broken-off-in-a-new-session',
  ],
  ['[D15] what was forgotten stayed, because the tab died before it had removed it', 'forget-takeover'],
  ['[D15] what was to be forgotten stayed, because the storage did not answer just then', 'forget-while-silent'],
  ['[D15] a letter typed in a tab that follows left the tabs with different states', 'letters'],
  [
    '[D15] a letter typed in a tab that then slept stood there again, after everything had been forgotten in another one',
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
  ['[D15] nobody took over where the conversation had passed on to a tab that sleeps', 'lock-to-a-sleeper'],
  [
    '[D15] a tab that woke up took an old wish, and wrote over what another tab had taken over meanwhile',
    'old-wish-to-a-robbed-sleeper',
  ],
  [
    '[D14] a page that was opened offline, and heard of the network before it knew whether it owns the conversation, stayed offline',
    'online-while-joining',
  ],
  ['[D16] the broker was asked about a refused handshake without a network', 'probe-offline'],
  ['[D15] a robbed tab that owned again held its own old state for the newer one', 'robbed-turns'],
  [
    '[D15] where nothing is kept, a message of a page that slept was gone when it found another tab in charge',
    'slept-without-storage',
  ],
  [
    '[D15] a tab that had once been robbed waited for ever when a later owner went and the conversation passed on to one that sleeps',
    'robbed-and-at-peace',
  ],
  ['[D15] a robbed tab wrote over what the next owner had written', 'stale-write'],
  [
    '[D14] what a tab knew that took over was not written, and the next reload went back behind it',
    'takeover-not-written',
  ],
  ['[D16] a ticket was renewed without a network', 'ticket-offline'],
  [
    '[D15] two tabs that robbed at once both gave way, to one that sleeps, and waited for ever',
    'thieves-behind-a-sleeper',
  ],
  [
    '[D15] of two tabs that robbed at once, the first heard last that it owned, and then none held itself for the owner',
    'thieves-who-hear-crosswise',
  ],
  [
    '[R25] a timer that fired while a page was not sure of owning counted, although what came before it had stopped it',
    'timer-stopped-while-held',
  ],
  [
    '[D15] what was wished of an owner that was none any more overtook what it had taken before, and nobody else knew',
    'wish-of-the-last-reign',
  ],
  [
    '[D15] a write that fell due while the tab stood still overwrote what another tab had written meanwhile',
    'write-that-fell-due-asleep',
  ],
  [
    '[D15] a tab that slept took its own state for the newer one, because as much had happened in it as in the other one since',
    'slept-while-another-began',
  ],
  [
    '[M4] what was to be forgotten stayed, because the storage was silent until the page that had to remove it was gone',
    'forget-died-with-its-page',
  ],
  [
    '[D15] what was forgotten while a tab slept came back with it, because something had begun anew meanwhile',
    'forgotten-while-it-slept',
  ],
  [
    '[D15] a tab that had stood still itself took the conversation from an owner that was only just awake, too',
    'thief-that-slept-too',
  ],
  [
    '[R27] an answer to an attempt that had been given up was held against the next one',
    'answer-to-a-given-up-attempt',
  ],
  [
    '[M4] letters that were written after a forgetting were taken for what had been forgotten',
    'letters-after-forgetting',
  ],
  ['[D15] a message that was ended with in a tab that was robbed just then was known to no other', 'robbed-at-its-end'],
  [
    '[G69] what a tab alone had kept unsent was lost when it came back to a conversation that another tab had begun',
    'left-for-another-page',
  ],
  ['[M22] a page that came back with nothing but a failed message was taken for one that was stuck', 'failed-and-idle'],
  [
    '[D15] a message that the visitor had discarded came back with a tab that had slept, and was sent',
    'discarded-while-it-slept',
  ],
  [
    '[R3] a socket that had been stable in the background, where timers come late, was followed by the pause of an unstable one',
    'stable-in-the-background',
  ],
  ['[O39] a page was not told of a reply that came before its tab had heard of the owner', 'untold-to-a-follower'],
  ['[O39] a page was told twice of what it had sent before it slept, and asked for again', 'told-twice-after-sleep'],
  [
    '[O39] a page was told twice of what it had sent before a tab that knew nothing took the conversation',
    'told-twice-beside-a-blank-tab',
  ],
  [
    '[M30] a message that was forgotten was asked for again, and sent, by a tab that had slept and heard of the forgetting last',
    'forgotten-message-after-robbery',
  ],
  [
    '[M30] a message was asked for of two owners, one after the other, by a tab that slept before it heard that it was forgotten',
    'forgotten-message-asked-twice',
  ],
  [
    '[G90] a session that turned out to be lost while there was no network counted as a failed attempt',
    'session-lost-while-offline',
  ],
  ['[V7] what a tab had in view that died was taken for seen for as long as nobody looked away', 'seen-by-the-dead'],
];

/** What each of the younger ones is there for, so that it cannot pass without looking. */
const forgetsEnds: Faults = {
  machine: (state, input) =>
    transition(state, input.type === 'restored' ? { ...input, snapshot: { ...input.snapshot, ending: false } } : input),
};

/** What another tab says before it owns is lost. */
const asksNobody: Faults = {
  ports: ports => ({
    ...ports,
    ...(ports.tabs && {
      tabs: {
        join(handlers) {
          const membership = ports.tabs?.join(handlers);
          return {
            post: message => (message as { readonly say: string }).say !== 'ask' && membership?.post(message),
            steal: () => membership?.steal(),
            leave: () => membership?.leave(),
          };
        },
      },
    }),
  }),
};

describe('storms that broke something once', () => {
  it.each(FOUND)('%s', async (_, name) => {
    const { wrong } = await runPlan(readPlan(name));
    expect(wrong).toEqual([]);
  });

  it('[A13] every one of them is run', () => {
    const files = readdirSync(new URL('./seeds/', import.meta.url));
    expect(FOUND.map(([, name]) => `${name}.json`).sort()).toEqual(files.sort());
  });

  it('[D12] an end that is forgotten on a reload is found', async () => {
    const { wrong } = await runPlan(readPlan('end-unheard'), forgetsEnds);
    expect(wrong.join()).toContain('(n)');
  });

  it('[D12] a tab that owns without having asked the others is found', async () => {
    const { wrong } = await runPlan(readPlan('blank-thief'), asksNobody);
    expect(wrong.join()).toContain('(a)');
  });
});
