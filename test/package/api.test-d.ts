/**
 * Right and wrong uses of the public types. Nothing here runs: the type check of the project reads it, and fails if a right use is refused
 * or a wrong one accepted.
 */

import { expectTypeOf } from 'vitest';
import type { NatterChatElement } from '../../src/entries/element.ts';
import {
  type Chat,
  type ChatSettings,
  type ChatState,
  createChat,
  type Handler,
  type MessageToSend,
  type MessageToShow,
  type PublicEventName,
  type PublicEvents,
  type SettingsInput,
} from '../../src/entries/index.ts';
import type * as InPreact from '../../src/entries/preact.ts';
import type * as InReact from '../../src/entries/react.ts';
import type { NatterHandle } from '../../src/widget/handle/handle.ts';
import type { SettingName, Settings } from '../../src/widget/settings/options.ts';

declare const natter: NatterHandle;
const chat = createChat({ broker: 'https://chat.example.com' });

// ---------------------------------------------------------------- settings

const settings: ChatSettings = {
  broker: 'https://chat.example.com',
  theme: 'dark',
  languages: ['en', 'de'],
  texts: { de: { send: 'Los' } },
  beforeSend: ({ text, metadata }) => (text === 'secret' ? null : { text, metadata: { ...metadata, page: '/' } }),
  beforeShow: message => message.from !== 'system' && message,
  trace: undefined,
};
expectTypeOf(createChat).parameter(0).toEqualTypeOf<ChatSettings>();
expectTypeOf(createChat(settings)).toEqualTypeOf<Chat>();
expectTypeOf<SettingsInput['remember']>().toEqualTypeOf<'conversation' | 'session' | 'nothing' | undefined>();

// @ts-expect-error: settings are an object.
createChat();
// @ts-expect-error: without a broker there is no chat.
createChat({});
// @ts-expect-error: there is no such setting.
createChat({ broker: 'https://chat.example.com', colour: 'red' });
// @ts-expect-error: not one of the themes.
createChat({ broker: 'https://chat.example.com', theme: 'sepia' });
// @ts-expect-error: hooks return at once.
createChat({ broker: 'https://chat.example.com', beforeSend: async (message: MessageToSend) => message });
// @ts-expect-error: hooks return a message, null or false.
createChat({ broker: 'https://chat.example.com', beforeShow: () => 'hidden' });
// @ts-expect-error: hooks return something.
createChat({ broker: 'https://chat.example.com', beforeShow: () => {} });

// ---------------------------------------------------------------- addresses

const address = new URL('https://chat.example.com');
const addresses = { broker: address, avatar: address, privacyUrl: address, termsUrl: address, contactUrl: address };
createChat(addresses);
createChat({ ...addresses, avatar: 'https://chat.example.com/a.png', termsUrl: undefined });
expectTypeOf<SettingsInput['broker']>().toEqualTypeOf<string | URL | undefined>();
expectTypeOf<SettingsInput['avatar']>().toEqualTypeOf<string | URL | undefined>();
expectTypeOf<InReact.ChatWidgetProps['broker']>().toEqualTypeOf<string | URL>();
expectTypeOf<InPreact.ChatWidgetProps['contactUrl']>().toEqualTypeOf<string | URL | undefined>();
expectTypeOf<typeof InReact.useChat>().toBeCallableWith(addresses);
expectTypeOf<typeof InPreact.useChat>().toBeCallableWith({ broker: address });
declare const element: NatterChatElement;
Object.assign(element, addresses);
element.broker = address;
element.avatar = address;
element.privacyUrl = element.termsUrl = element.contactUrl = '/legal';
// Reading always gives text.
expectTypeOf<NatterChatElement['broker']>().toBeString();
expectTypeOf<NatterChatElement['contactUrl']>().toBeString();

// Values that reset a setting: undefined and null for any, the empty string for those that can be attributes.
element.broker = element.avatar = undefined;
element.theme = element.position = element.renderMode = element.autoOpen = element.consent = null;
element.theme = element.locale = element.widgetId = element.autoOpen = element.keepAlive = element.languages = '';
element.color = element.rating = element.showLauncher = element.imageOrigins = undefined;
element.texts = element.trace = element.beforeSend = null;
element.texts = element.trace = element.beforeShow = undefined;
expectTypeOf<{ [K in SettingName]: NatterChatElement[K] }>().toEqualTypeOf<{
  -readonly [K in SettingName]: Settings[K];
}>();
// Browsers define these two themselves, as text only.
element.title = element.nonce = '';

// @ts-expect-error: not one of the themes.
element.theme = 'sepia';
// @ts-expect-error: a boolean, not text.
element.autoOpen = 'yes';
// @ts-expect-error: an object cannot be set by the empty string.
element.texts = '';
// @ts-expect-error: there is no such setting.
element.colour = 'red';
// @ts-expect-error: an address is text or a URL.
createChat({ broker: { href: 'https://chat.example.com' } });
// @ts-expect-error: origins are one text or several.
createChat({ broker: address, imageOrigins: address });
// @ts-expect-error: a phone number is text.
createChat({ broker: address, phone: 42 });
// @ts-expect-error: an address is text or a URL.
element.avatar = { href: '/a.png' };
declare const useInReact: typeof InReact.useChat;
// @ts-expect-error: a chat has a broker.
useInReact({ avatar: address });
// @ts-expect-error: an address is text or a URL.
useInReact({ broker: 42 });

// ---------------------------------------------------------------- hooks

expectTypeOf<MessageToSend>().toEqualTypeOf<{
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}>();
expectTypeOf<Pick<MessageToShow, 'id' | 'from' | 'text'>>().toEqualTypeOf<PublicEvents['message']>();
// @ts-expect-error: metadata are strings.
createChat({ broker: 'https://chat.example.com', beforeSend: ({ text }) => ({ text, metadata: { age: 42 } }) });

// ---------------------------------------------------------------- methods

expectTypeOf(chat.state.value).toEqualTypeOf<ChatState>();
expectTypeOf(chat.send('hi')).toEqualTypeOf<string | null>();
expectTypeOf(chat.identify).parameter(0).toEqualTypeOf<Readonly<Record<string, string>> | null>();
expectTypeOf(natter.identify).parameter(0).toEqualTypeOf<Readonly<Record<string, string>> | null>();
expectTypeOf(natter.ready).resolves.toEqualTypeOf<NatterHandle>();
expectTypeOf(natter.state).toEqualTypeOf<ChatState>();
expectTypeOf<NatterHandle>().toHaveProperty('prompt').parameter(0).toBeString();
chat.identify(null);
natter.identify({});
natter.setTheme('auto');

// Function-typed properties are checked strictly: a replacement must accept every argument of the original.
// @ts-expect-error: accepts only one of three themes.
export const narrowTheme: Pick<NatterHandle, 'setTheme'> = { setTheme: (_: 'dark') => {} };
// @ts-expect-error: accepts only one text.
export const narrowSend: Pick<Chat, 'send'> = { send: (_: 'hi') => null };
// @ts-expect-error: does not accept null.
export const narrowPairs: Pick<Chat, 'identify'> = { identify: (_: Record<string, string>) => {} };

// @ts-expect-error: values are strings.
natter.identify({ age: 42 });
// @ts-expect-error: only null clears the metadata.
natter.identify();
// @ts-expect-error: a message is text.
chat.send(42);
// @ts-expect-error: not one of the themes.
natter.setTheme('sepia');
// @ts-expect-error: the state is read, not written.
natter.state = chat.state.value;
// @ts-expect-error: signals are read, not written.
chat.state.value = natter.state;

// ---------------------------------------------------------------- events

const DETAILS = {
  ready: {},
  open: {},
  close: {},
  state: { phase: 'active' },
  message: { id: '', from: 'system', text: '' },
  delivery: { id: '', status: 'sent' },
  handoff: { stage: 'queue' },
  'handoff-required': { reason: '', queueName: '', route: '' },
  ended: { reason: 'expired' },
  error: { code: 'offline', message: '' },
  unread: { count: 0 },
  language: { code: '' },
  link: { href: '', preventDefault() {} },
  idle: { secondsLeft: 0 },
  consent: { version: '', at: 0 },
  rating: { stars: 5, text: '' },
  feedback: { messageId: '', value: 'up', text: '' },
  context: { outcome: 'slow' },
  'external-event': { id: '' },
  status: { level: 'slow', text: '' },
} as const satisfies PublicEvents;
expectTypeOf<keyof typeof DETAILS>().toEqualTypeOf<PublicEventName>();

expectTypeOf(chat.on).returns.toEqualTypeOf<() => void>();
expectTypeOf(natter.on).returns.toEqualTypeOf<() => void>();
expectTypeOf<Handler<'handoff-required'>>().parameter(0).toEqualTypeOf<PublicEvents['handoff-required']>();
natter.on('message', ({ from }) => {
  expectTypeOf(from).toEqualTypeOf<'user' | 'agent' | 'live' | 'system'>();
});
natter.on('link', async ({ preventDefault }) => preventDefault());
declare const hosted: InReact.HostedChat;
declare const viewed: InReact.ChatView;
hosted.on('message', ({ text }) => text);
viewed.on('unread', ({ count }) => count);
// @ts-expect-error: without a widget nothing is ready, and nothing is rated.
hosted.on('ready', () => {});
// @ts-expect-error: without a widget nothing is ready, and nothing is rated.
viewed.on('rating', () => {});
// A handler may return anything, even a promise.
expectTypeOf<Handler<'message'>>().returns.toBeUnknown();
expectTypeOf<NonNullable<InReact.ChatWidgetProps['onMessage']>>().returns.toBeUnknown();
expectTypeOf<NonNullable<InPreact.ChatWidgetProps['onReady']>>().returns.toBeUnknown();
const heard: string[] = [];
chat.on('error', ({ code }) => heard.push(code));

// @ts-expect-error: there is no such event.
natter.on('mesage', () => {});
// @ts-expect-error: this event has no such detail.
natter.on('unread', ({ total }) => total);
// @ts-expect-error: a handler is a function.
natter.on('open', 'open');
// @ts-expect-error: the detail is read, not written.
natter.on('unread', unread => (unread.count = 0));

// ---------------------------------------------------------------- the element's events

element.addEventListener('message', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<PublicEvents['message']>());
element.addEventListener('error', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<PublicEvents['error']>());
element.addEventListener('click', event => expectTypeOf(event).toEqualTypeOf<PointerEvent>());
// @ts-expect-error: an ending has no text.
element.addEventListener('ended', ({ detail }) => detail.text);
