/** Notifications for a visitor who looks elsewhere. Here a test decides which tab notifies; for real tabs see e2e/notifications.spec.ts. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicEvents } from '../../../src/client/api/chat.ts';
import type { ChatState } from '../../../src/client/api/chat-state.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { createNotifications, type Notifications } from '../../../src/widget/attention/notifications.ts';
import { createSound } from '../../../src/widget/attention/sound.ts';
import { createFakeChat, type FakeChat } from '../../ui/fixtures/fake-chat.ts';

const OWN = 'Acme: shoes';

/** Counts sounds. For their tones see sound.test.ts. */
class FakeContext {
  static made = 0;
  static heard = 0;
  readonly destination = {};
  readonly currentTime = 0;

  constructor() {
    FakeContext.made += 1;
  }

  async resume(): Promise<void> {}
  async suspend(): Promise<void> {}
  async close(): Promise<void> {}

  createOscillator() {
    const tone = { frequency: { setValueAtTime() {} }, connect: (to: object) => to, start() {}, stop() {} };
    return {
      ...tone,
      start: () => {
        FakeContext.heard += 1;
      },
    };
  }

  createGain() {
    return { gain: { value: 1, setTargetAtTime() {} }, connect: (to: object) => to };
  }
}

let chat: FakeChat;
let hear: ((detail: PublicEvents['message']) => void)[];
let stages: ((detail: PublicEvents['handoff']) => void)[] = [];
let root: ShadowRoot;
let hidden: boolean;
let speaks: boolean;
let isSoundOn: boolean;
let notifications: Notifications;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  FakeContext.made = FakeContext.heard = 0;
  hidden = false;
  speaks = isSoundOn = true;
  hear = [];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => !hidden);
  document.title = OWN;
  root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  chat = createFakeChat();
  connect('online');
  make();
});

afterEach(() => {
  notifications.dispose();
  root.host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function make(): void {
  notifications = createNotifications({
    chat: {
      ...chat,
      mayRing: () => speaks,
      on(name, handler) {
        if (name === 'message') hear.push(handler as (typeof hear)[number]);
        if (name === 'handoff') stages.push(handler as (typeof stages)[number]);
        return () => {
          hear = hear.filter(each => each !== handler);
          stages = stages.filter(each => each !== handler);
        };
      },
    },
    root,
    loadSound: async () => createSound,
    isSoundOn: () => isSoundOn,
    words: () => createTranslate(ENGLISH, 'en'),
  });
}

function connect(status: ChatState['connection']['status']): void {
  chat.set({ connection: { ...chat.state.peek().connection, status } });
}

function setHidden(now: boolean): void {
  hidden = now;
  document.dispatchEvent(new Event('visibilitychange'));
}

async function say(from: PublicEvents['message']['from'] = 'agent'): Promise<void> {
  for (const each of hear) each({ id: 'any', from, text: 'Any.' });
  await vi.advanceTimersByTimeAsync(1);
}

const tellStage = (stage: PublicEvents['handoff']['stage']): void => {
  for (const each of stages) each({ stage });
};

/** The sound is fetched at the first gesture. */
async function gesture(event: Event = new MouseEvent('click')): Promise<void> {
  root.dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(0);
}

/** Every different title within the next ten seconds. */
function titles(): readonly string[] {
  const seen = new Set<string>();
  for (let at = 0; at < 10_000; at += 500) {
    seen.add(document.title);
    vi.advanceTimersByTime(500);
  }
  return [...seen].sort();
}

describe('the title', () => {
  it('the title counts the replies that arrived while the page was hidden', async () => {
    await say();
    setHidden(true);
    expect(titles()).toEqual([OWN]);
    await say();
    expect(titles()).toEqual(['(1) New message', OWN]);
    await say('live');
    expect(titles()).toEqual(['(2) New messages', OWN]);
    await say('user');
    expect(titles()).toEqual(['(2) New messages', OWN]);
  });

  it('the title alerts a waiting visitor when a person joins, or when none comes, and counts no message for it', async () => {
    setHidden(true);
    for (const stage of ['accepted', 'queue'] as const) tellStage(stage);
    expect(titles()).toEqual([OWN]);
    tellStage('joined');
    expect(titles()).toEqual(['(1) New message', OWN]);
    await say('live');
    expect(titles()).toEqual(['(1) New message', OWN]);
  });

  it('the title counts earlier unread messages as well', async () => {
    chat.set({ unread: 3 });
    setHidden(true);
    expect(titles()).toEqual([OWN]);
    chat.set({ unread: 4 });
    await say();
    expect(titles()).toEqual(['(4) New messages', OWN]);
  });

  it('the title is restored when the page is visible, and read messages are not announced again', async () => {
    setHidden(true);
    await say();
    setHidden(false);
    expect(titles()).toEqual([OWN]);
    setHidden(true);
    expect(titles()).toEqual([OWN]);
    await say();
    expect(titles()).toEqual(['(1) New message', OWN]);
  });

  it('the title stays while another tab is visible', async () => {
    setHidden(true);
    speaks = false;
    await say();
    expect(titles()).toEqual([OWN]);
    speaks = true;
    await say();
    expect(titles()).toEqual(['(1) New message', OWN]);
  });

  it('the title is restored when the reply was read in another tab', async () => {
    setHidden(true);
    chat.set({ unread: 1 });
    await say();
    expect(document.title).toBe('(1) New message');
    chat.set({ unread: 0 });
    expect(titles()).toEqual([OWN]);
  });

  it('the title announces a person who has joined', async () => {
    setHidden(true);
    tellStage('joined');
    expect(titles()).toEqual(['(1) New message', OWN]);
  });
});

describe('the sound', () => {
  it('a reply plays the sound after a click or a key press in the widget', async () => {
    setHidden(true);
    await say();
    expect(FakeContext.made).toBe(0);
    await gesture();
    await say('user');
    expect(FakeContext.heard).toBe(0);
    await say();
    expect(FakeContext.heard).toBe(1);
    notifications.dispose();
    make();
    await gesture(new KeyboardEvent('keydown', { key: 'a' }));
    await say();
    expect(FakeContext.heard).toBe(2);
  });

  it.each([
    { isIn: 'the widget', hasBeenActive: true, heard: 1 },
    { isIn: 'the page', hasBeenActive: true, heard: 0 },
    { isIn: 'the widget', hasBeenActive: false, heard: 0 },
  ])('a reply plays the sound after an early gesture in the widget: in $isIn, $hasBeenActive', async early => {
    notifications.dispose();
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: early.hasBeenActive } });
    const composer = document.createElement('textarea');
    (early.isIn === 'the widget' ? root : document.body).append(composer);
    composer.focus();
    make();
    await vi.advanceTimersByTimeAsync(0);
    setHidden(true);
    await say();
    expect([FakeContext.made, FakeContext.heard]).toEqual([early.heard, early.heard]);
    composer.remove();
  });

  it('no sound is played while the panel is open and visible, while sound is off, or if another tab notifies', async () => {
    await gesture();
    chat.set({ open: true });
    await say();
    expect(FakeContext.heard).toBe(0);
    chat.set({ open: false });
    isSoundOn = false;
    await say();
    expect(FakeContext.heard).toBe(0);
    isSoundOn = true;
    speaks = false;
    await say();
    expect(FakeContext.heard).toBe(0);
    speaks = true;
    await say();
    expect(FakeContext.heard).toBe(1);
  });

  it('the sound is prepared by the click that turns it on, and not before', async () => {
    isSoundOn = false;
    await gesture();
    expect(FakeContext.made).toBe(0);
    isSoundOn = true;
    await gesture();
    setHidden(true);
    await say();
    expect(FakeContext.heard).toBe(1);
  });
});

describe('a widget that is gone', () => {
  it('a destroyed widget does not notify and has no listeners', async () => {
    await gesture();
    setHidden(true);
    await say();
    const before = FakeContext.heard;
    notifications.dispose();
    expect(titles()).toEqual([OWN]);
    await vi.advanceTimersByTimeAsync(2_000);
    await say();
    await gesture();
    expect(titles()).toEqual([OWN]);
    expect([FakeContext.heard, FakeContext.made]).toEqual([before, 1]);
  });
});
