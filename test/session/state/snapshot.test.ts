/** The stored record: all of it comes back, and no damage goes unnoticed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import type { Input, Intent } from '../../../src/session/state/inputs.ts';
import {
  type Kept,
  readParts,
  takeSnapshot,
  writeEarlier,
  writeHead,
  writeTranscript,
} from '../../../src/session/state/snapshot.ts';
import { initialState, type SessionState } from '../../../src/session/state/state.ts';
import { transition } from '../../../src/session/transition.ts';
import { anyServerEvent } from '../../protocol/fixtures/arbitrary-events.ts';
import { agentMessage, at, chunk, END, event } from '../fixtures/machine.ts';

const text = fc.string({ unit: 'binary' });

const anyIntent: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({ type: fc.constant('sendRequested' as const), id: text, text }),
  fc.record({ type: fc.constant('draftChanged' as const), text }),
  fc.constantFrom(
    { type: 'closeRequested' } as const,
    { type: 'openRequested' } as const,
    { type: 'startNewRequested' } as const,
    { type: 'endRequested' } as const,
  ),
);
/** Chunks of a few replies, so that many of them stay unfinished. */
const anyChunk = fc
  .tuple(fc.nat(200), fc.constantFrom('r', 's', 't'), fc.integer({ min: 1, max: 5 }), text, fc.boolean())
  .map(([sequence, id, index, piece, last]) => ({ ...chunk(sequence, id, index, piece, last), id: `${sequence}` }));

const anyStep: fc.Arbitrary<Intent | { readonly events: readonly ServerEvent[] }> = fc.oneof(
  anyIntent,
  fc.record({ events: fc.array(fc.oneof(anyServerEvent, anyChunk), { maxLength: 8 }) }),
);

/** A conversation in which anything may have happened. */
const anyState: fc.Arbitrary<SessionState> = fc.array(anyStep, { maxLength: 8 }).map(steps => {
  let state: SessionState = { ...at.active().state, writeAhead: true };
  for (const step of steps) {
    const { attempt } = state.link;
    const input: Input =
      'events' in step ? { type: 'eventsReceived', attempt, at: 2e6, ...step } : { ...step, at: 2e6 };
    [state] = transition(state, input);
  }
  return state;
});

function write(state: SessionState, ticket = 'a-ticket') {
  const snapshot = takeSnapshot(state);
  return {
    head: writeHead({ snapshot, ticket }),
    transcript: writeTranscript(snapshot),
    earlier: writeEarlier(snapshot),
  };
}

/** A record with a valid checksum, as the machine writes it. */
function sealed(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of text.split('')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return `7:${(hash >>> 0).toString(36)}:${text}`;
}

function read(parts: Parameters<typeof readParts>[0]): Kept {
  const kept = readParts(parts);
  if (typeof kept !== 'object') throw new Error(`unusable: ${kept}`);
  return kept;
}

describe('a snapshot', () => {
  it('[M25] comes back as it was written, whatever has happened', () => {
    fc.assert(
      fc.property(anyState, state => {
        expect(read(write(state))).toEqual({ snapshot: takeSnapshot(state), ticket: 'a-ticket' });
      }),
      { numRuns: 300 },
    );
  });

  it('[M25] a restored snapshot shows the same transcript, unfinished replies included', () => {
    fc.assert(
      fc.property(anyState, state => {
        const input: Input = { type: 'restored', snapshot: read(write(state)).snapshot, at: 2e6 };
        const [restored] = transition(initialState('conversation', true), input);
        expect(restored.past).toEqual(state.past);
        expect(restored.conversation.view.items).toEqual(state.conversation.view.items);
        // A conversation that has expired meanwhile is over, and nobody is there.
        const party = restored.phase.name === 'ended' ? 'none' : state.conversation.view.party;
        expect(restored.conversation.view.party).toBe(party);
      }),
      { numRuns: 300 },
    );
  });

  it('[M25] a transcript that is older than the rest is read on from where it ends', () => {
    const older = at.active().hear(agentMessage(4, 'one'));
    const { transcript } = write(older.state);
    const { head } = write(older.hear(agentMessage(5, 'two')).feed({ type: 'draftChanged', text: 'three' }).state);
    const { snapshot } = read({ head, transcript });
    expect(snapshot.session).toMatchObject({ id: 's1', cursor: 4 });
    expect(snapshot.log.at(-1)).toMatchObject({ text: 'one' });
  });

  it('[M25] before there was a session there is no transcript', () => {
    const { head } = write(at.authorizing().feed({ type: 'sendRequested', id: 'a', text: 'hi' }).state);
    expect(read({ head }).snapshot).toMatchObject({ session: null, log: [] });
    expect(readParts({})).toBe(undefined);
    expect(readParts({ transcript: 'whatever' })).toBe(undefined);
  });

  it('[M25] an ended conversation says why and when', () => {
    const { snapshot } = read(write(at.active().hear(END(9)).state));
    expect(snapshot.ended).toEqual({ reason: 'natural-end', at: 1_000_000 });
    expect(read(write(at.failed().state)).snapshot.ended).toBe(null);
  });
});

describe('a record that cannot be used', () => {
  const state = at.active().hear(agentMessage(4, 'Grüße 👋')).feed({ type: 'draftChanged', text: 'hm' }).state;
  const { head, transcript } = write(state);

  it('[M25] comes back on a page that gives all arrays a toJSON, which stays there', () => {
    const toJSON = () => 'all of it';
    const arrays = Array.prototype as { toJSON?: unknown };
    arrays.toJSON = toJSON;
    try {
      const kept = { snapshot: takeSnapshot(at.active().state), ticket: 'ticket' };
      const parts = { head: writeHead(kept), transcript: writeTranscript(kept.snapshot) };
      expect(readParts(parts)).toEqual(kept);
      expect(arrays.toJSON).toBe(toJSON);
    } finally {
      delete arrays.toJSON;
    }
  });

  it('[M26] every single character that flips is noticed, in either part', () => {
    for (const [part, other] of [
      [head, { transcript }],
      [transcript, { head }],
    ] as const) {
      for (let place = 0; place < part.length; place++) {
        const flipped = String.fromCharCode(part.charCodeAt(place) ^ (1 << (place % 7)));
        const damaged = part.slice(0, place) + flipped + part.slice(place + 1);
        const verdict = readParts({ ...('head' in other ? { transcript: damaged } : { head: damaged }), ...other });
        expect(typeof verdict, `${place}: ${JSON.stringify(flipped)}`).toBe('string');
      }
    }
  });

  it('[M26] a record without its end is damaged, wherever it breaks off', () => {
    for (let length = 0; length < head.length; length++) {
      expect(readParts({ head: head.slice(0, length), transcript }), `${length}`).toBe('damaged');
    }
    for (let length = 0; length < transcript.length; length++) {
      expect(readParts({ head, transcript: transcript.slice(0, length) }), `${length}`).toBe('damaged');
    }
  });

  it('[M26] a record of another version is not interpreted', () => {
    expect(readParts({ head: head.replace(/^7/, '8'), transcript })).toBe('other_version');
    expect(readParts({ head, transcript: transcript.replace(/^7/, '20') })).toBe('other_version');
  });

  it('[M26] a record of the previous version is discarded, not restored without the fields that it lacks', () => {
    expect(readParts({ head: head.replace(/^7/, '6'), transcript: transcript.replace(/^7/, '6') })).toBe(
      'other_version',
    );
  });

  it.each(['null', '1', '"text"', '[]', '{}', '{"outbox":null}', 'no JSON'])(
    '[M26] a record with a valid checksum but no sense (%s) is damaged',
    text => {
      expect(readParts({ head: sealed(text), transcript })).toBe('damaged');
      expect(readParts({ head, transcript: sealed(text) })).toBe('damaged');
    },
  );

  it.each([{ log: [null] }, { log: {} }, { past: [null] }, { past: undefined }])(
    '[M26] a transcript with anything but events and earlier messages is damaged (%j)',
    wrong => {
      const told = JSON.parse(transcript.slice(transcript.indexOf('{')));
      expect(readParts({ head, transcript: sealed(JSON.stringify(told)) })).toMatchObject({
        ticket: expect.any(String),
      });
      expect(readParts({ head, transcript: sealed(JSON.stringify({ ...told, ...wrong })) })).toBe('damaged');
    },
  );

  it.each([
    { session: {} },
    { session: 's1' },
    { unfinished: null },
    { ticket: 1 },
    { lifeAt: '1' },
    { generation: null },
  ])('[M26] a head that lacks a field which restoring reads is damaged (%j)', wrong => {
    const told = JSON.parse(head.slice(head.indexOf('{')));
    expect(readParts({ head: sealed(JSON.stringify(told)), transcript })).toMatchObject({ ticket: expect.any(String) });
    expect(readParts({ head: sealed(JSON.stringify({ ...told, ...wrong })), transcript })).toBe('damaged');
  });

  it('[M26] parts that do not belong together are no conversation', () => {
    const other = { ...state, session: state.session && { ...state.session, id: 'another' } };
    expect(readParts({ head, transcript: write(other).transcript })).toBe('damaged');
    expect(readParts({ head })).toBe('damaged');
    expect(readParts({ head: write(at.authorizing().state).head, transcript })).toBe('damaged');
  });

  it.each(['', ' ', '{}', 'null', '7:', '7::', '7:0:', '[object Object]', '7:abc:{}', '\u0000', '7:1:1:1'])(
    '[M26] text of somebody else (%j)',
    text => {
      expect(readParts({ head: text, transcript })).toBe('damaged');
      expect(readParts({ head, transcript: text })).toBe('damaged');
    },
  );
});

describe('secrets and the record', () => {
  it('[M27] nothing of the connection: no attempt, no token, and the ticket in the small part only', () => {
    const { head, transcript } = write(at.active().hear(event(9, { type: 'AGENT_LEFT' })).state, 'the-ticket');
    expect(head).toContain('the-ticket');
    expect(transcript).not.toContain('the-ticket');
    for (const word of ['link', 'attempt', 'oken', 'authorized', 'online']) {
      expect(head + transcript).not.toContain(word);
    }
  });
});
