import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closeMeaning } from '../../src/protocol/close-codes.ts';

it.each([
  [1000, 'ended', 'the platform ended the session cleanly'],
  [1001, 'reconnect', 'going away'],
  [1005, 'reconnect', 'no code given'],
  [1006, 'reconnect', 'cut without a word'],
  [1011, 'reconnect', 'server error'],
  [1012, 'reconnect', 'restart'],
  [1013, 'reconnect', 'try again later'],
  [4000, 'replaced', 'another socket took this one’s place'],
  [4001, 'rejected', 'the session is not accepted'],
  [4002, 'reconnect', 'no keep-alive in time'],
])('[P17] %d: %s (%s)', (code, meaning) => {
  expect(closeMeaning(code)).toBe(meaning);
});

it('[P17] every other code is a drop: an unknown number never ends a conversation', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer(), fc.double()).filter(code => ![1000, 4000, 4001].includes(code)),
      code => {
        expect(closeMeaning(code)).toBe('reconnect');
      },
    ),
  );
});
