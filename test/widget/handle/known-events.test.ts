// @vitest-environment node

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicEventName } from '../../../src/client/api/chat.ts';
import { decorateHeadless } from '../../../src/widget/chat/decorators.ts';
import { createQuietChat } from '../fixtures/quiet-chat.ts';

let warned: string[];

beforeEach(() => {
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('on', () => {
  const setUp = () => decorateHeadless(createQuietChat().chat, {});

  it('[O9] an unknown event is reported with the nearest name', () => {
    const chat = setUp();
    const undo = chat.on('mesage' as PublicEventName, () => {});
    undo();
    expect(warned).toEqual(['[natter] unknown_event: There is no event "mesage". Did you mean "message"?']);
    expect(() => chat.on(Symbol('x') as never, () => {})).not.toThrow();
    expect(warned).toHaveLength(2);
  });

  it('[O9] a handler that is not a function is reported, and not registered', () => {
    const chat = setUp();
    const undo = chat.on('open', 'open' as never);
    chat.open();
    undo();
    expect(warned).toEqual(['[natter] invalid_call: on("open") takes a function. Nothing was registered.']);
  });

  it('[O9] a valid handler is registered, and its undo removes it', () => {
    const chat = setUp();
    let heard = 0;
    const undo = chat.on('open', () => {
      heard += 1;
    });
    chat.open();
    chat.close();
    undo();
    chat.open();
    expect(heard).toBe(1);
    expect(warned).toEqual([]);
  });
});
