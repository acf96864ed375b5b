/**
 * Right and wrong uses of the package, as customers would write them. They are compiled, never run. The compiler must refuse each wrong
 * one.
 */

const HEADLESS = `
import { type ChatSettings, createChat, type ChatState, type Hook, type MessageToSend, type PublicEvents } from 'natter';

const settings: ChatSettings = { broker: 'https://chat.example.com', theme: 'dark', languages: ['en', 'de'] };
const chat = createChat(settings);
const undo: () => void = chat.on('message', ({ id, from, text }) => console.log(id, from, text));
const state: ChatState = chat.state.value;
const id: string | null = chat.send('Hello');
const count: number = chat.messages.value.length + state.unread;
type Link = PublicEvents['link'];
chat.on('link', (link: Link) => link.preventDefault());
chat.dispose();
console.log(undo, id, count);
// A hook answers what it has changed, or leaves the message out.
createChat({ broker: 'https://chat.example.com', beforeSend: ({ text }) => ({ text: text.trim() }) });
createChat({ broker: 'https://chat.example.com', beforeSend: ({ text, metadata }) => text !== '' && { text, metadata } });
createChat({ broker: 'https://chat.example.com', beforeShow: ({ text }) => (text ? { text, suggestions: [] } : null) });
const shout: Hook<MessageToSend> = message => ({ ...message, text: message.text.toUpperCase() });
createChat({ broker: 'https://chat.example.com', beforeSend: shout });

// @ts-expect-error: no such event
chat.on('mesage', () => {});
// @ts-expect-error: no such theme
createChat({ broker: 'https://chat.example.com', theme: 'purple' });
// @ts-expect-error: no such setting
createChat({ broker: 'https://chat.example.com', colour: 'red' });
// @ts-expect-error: without a text it is no message
createChat({ broker: 'https://chat.example.com', beforeSend: ({ metadata }) => ({ metadata }) });
// @ts-expect-error: at once, no promise
createChat({ broker: 'https://chat.example.com', beforeSend: async message => message });
// @ts-expect-error: metadata is text
createChat({ broker: 'https://chat.example.com', beforeSend: ({ text }) => ({ text, metadata: { count: 1 } }) });
// Texts by key, for every language or for one.
createChat({ broker: 'https://chat.example.com', texts: { send: 'Go', de: { send: 'Los' }, 'pt-BR': { send: 'Ir' } } });
createChat({ broker: 'https://chat.example.com', imageOrigins: ['https://cdn.example.com'] });
chat.on('error', ({ code }) => code === 'message_too_large' || code === 'origin_not_allowed' || code === 'agent_error');
chat.on('state', ({ phase }) => phase === 'active');
chat.on('ended', ({ reason }) => reason === 'natural-end');

// @ts-expect-error: no such text
createChat({ broker: 'https://chat.example.com', texts: { sned: 'Go' } });
// @ts-expect-error: no such text in a language
createChat({ broker: 'https://chat.example.com', texts: { de: { sned: 'Los' } } });
// @ts-expect-error: no such language
createChat({ broker: 'https://chat.example.com', texts: { dee: { send: 'Los' } } });
// @ts-expect-error: no such code
chat.on('error', ({ code }) => code === 'origin_denied');
// @ts-expect-error: no such phase
chat.on('state', ({ phase }) => phase === 'online');
// @ts-expect-error: no such reason
chat.on('ended', ({ reason }) => reason === 'timeout');
// @ts-expect-error: the picture is not to be changed
chat.state.value.messages.push(1);
`;

const ELEMENT = `
import 'natter/element';
import { type NatterChatElement, type NatterChatEvent } from 'natter/element';

const element: NatterChatElement = document.createElement('natter-chat');
element.broker = 'https://chat.example.com';
element.autoOpen = true;
element.theme = element.color = undefined;
element.broker = element.texts = null;
element.texts = { send: 'Go', de: { send: 'Los' } };
element.handle?.open();
element.addEventListener('message', event => console.log((event as NatterChatEvent<'message'>).detail.text));
document.querySelector('natter-chat')?.handle?.send('Hello');

// @ts-expect-error: a truth value, no text
element.autoOpen = 'yes';
// @ts-expect-error: no such method
element.handle?.opne();
`;

const SCRIPT = `
import 'natter/global';

window.NatterSettings = { broker: 'https://chat.example.com', texts: { send: 'Go' } };
globalThis.NatterSettings = undefined;
const unread: number | undefined = window.Natter?.state?.unread;
Natter?.open();
window.Natter?.q?.push(['send', 'Hello']);
const undo: (() => void) | undefined = window.Natter?.on('message', ({ text }) => console.log(text));
window.Natter?.ready.then(natter => natter.send('Hello'));
// @ts-expect-error: no such method
window.Natter?.opne();
// @ts-expect-error: no such setting
window.NatterSettings = { brokr: 'https://chat.example.com' };
// @ts-expect-error: the stub has no state
window.Natter?.state.unread;
export { undo, unread };
`;

const REACT = `
import { createRef } from 'react';
import { ChatWidget, useChat, type ChatView, type NatterHandle } from 'natter/react';

const widget = createRef<NatterHandle>();
export const page = (
  <ChatWidget
    broker="https://chat.example.com"
    ref={widget}
    renderMode="inline"
    className="help"
    style={{ height: 400 }}
    texts={{ send: 'Go' }}
    beforeSend={({ text }) => ({ text })}
    onReady={handle => handle.open()}
    onMessage={({ from, text }) => console.log(from, text)}
    onHandoffRequired={({ queueName }) => console.log(queueName)}
    onLink={link => link.preventDefault()}
  />
);

export function Lines() {
  const chat: ChatView = useChat({ broker: 'https://chat.example.com' });
  return (
    <ul onClick={() => chat.send('Hello')}>
      {chat.messages.map(each => (each.kind === 'message' ? <li key={each.key}>{each.text}</li> : null))}
    </ul>
  );
}

export const element = (
  <natter-chat
    broker="https://chat.example.com"
    ref={host => host?.handle?.open()}
    class="help"
    auto-open
    show-header="false"
    languages={['en', 'de']}
    texts={{ send: 'Go' }}
    onmessage={({ detail }) => console.log(detail.text)}
    onhandoff-required={event => event.detail.queueName}
  />
);

// @ts-expect-error: no such attribute
export const oddElement = <natter-chat broker="https://chat.example.com" colour="red" />;
// @ts-expect-error: React would take the attribute off
export const falseElement = <natter-chat broker="https://chat.example.com" show-header={false} />;
// @ts-expect-error: no such text
export const misspelt = <ChatWidget broker="https://chat.example.com" texts={{ sned: 'Go' }} />;
// @ts-expect-error: there must be a broker
export const without = <ChatWidget title="Acme" />;
// @ts-expect-error: no such prop
export const odd = <ChatWidget broker="https://chat.example.com" colour="red" />;
// @ts-expect-error: no such detail
export const wrong = <ChatWidget broker="https://chat.example.com" onMessage={({ words }) => words} />;
// @ts-expect-error: there must be a broker
export const useWrong = () => useChat({});
// @ts-expect-error: values, no signals
export const useSignals = () => useChat({ broker: 'https://chat.example.com' }).messages.value;
`;

const PREACT = `
/** @jsxImportSource preact */
import { createRef } from 'preact';
import { ChatWidget, useChat, type HostedChat, type NatterHandle } from 'natter/preact';

const widget = createRef<NatterHandle>();
export const page = (
  <ChatWidget broker="https://chat.example.com" ref={widget} onReady={handle => handle.open()} onUnread={({ count }) => count} />
);

export function Lines() {
  const chat: HostedChat = useChat({ broker: 'https://chat.example.com' });
  return (
    <ul onClick={() => chat.send('Hello')}>
      {chat.messages.value.map(each => each.kind === 'message' && <li key={each.key}>{each.text}</li>)}
    </ul>
  );
}

export const element = (
  <natter-chat broker="https://chat.example.com" ref={host => host?.handle?.open()} onunread={({ detail }) => detail.count} />
);

// @ts-expect-error: no such attribute
export const oddElement = <natter-chat broker="https://chat.example.com" colour="red" />;
// @ts-expect-error: there must be a broker
export const without = <ChatWidget />;
// @ts-expect-error: signals, no values
export const useValues = () => useChat({ broker: 'https://chat.example.com' }).messages.map(each => each);
// @ts-expect-error: beginning and ending are the component's
export const useEnd = () => useChat({ broker: 'https://chat.example.com' }).dispose();
`;

const SERVER = `
import { brokerFromEnv, createBroker, toNodeListener, type BrokerOptions, type NodeListener } from 'natter/broker';
import { toNodeListener as middleware } from 'natter/broker/express';
import { startBackend, type Backend } from 'natter/testing';
import { createPlatform } from 'natter/emulator';

const options: BrokerOptions = {
  platformUrl: 'https://messaging.example.com',
  connectorToken: 'secret',
  host: 'shop.example.com',
  allowedOrigins: ['https://shop.example.com'],
  ticketKeys: [{ kid: 'one', key: 'a'.repeat(43) }],
};
const answer: Promise<Response> = createBroker(options).fetch(new Request('https://chat.example.com/health'));
console.log(answer, createPlatform, middleware);
const listener: NodeListener = toNodeListener(brokerFromEnv({}, { basePath: '/api/chat' }), { trustedProxies: 1 });
const test = async (backend: Backend) => {
  await backend.say('Hello');
  await backend.control.addFault({ kind: 'drop-before-echo', times: 1 });
};
console.log(listener, startBackend({ script: 'silent' }).then(test));

// @ts-expect-error: secrets come from the environment
brokerFromEnv({}, { connectorToken: 'secret' });
// @ts-expect-error: no such script
startBackend({ script: 'loud' });

// @ts-expect-error: a broker needs to know its platform
createBroker({ host: 'shop.example.com' });
`;

const VUE = `
import { type GlobalComponents } from 'vue';
import type {} from 'natter/vue';

type Props = InstanceType<GlobalComponents['natter-chat']>['$props'];
export const props: Props = {
  broker: 'https://chat.example.com',
  'auto-open': false,
  texts: { send: 'Go' },
  onMessage: ({ detail }) => console.log(detail.text),
  onHandoffRequired: event => event.detail.queueName,
};
// @ts-expect-error: no such attribute
export const odd: Props = { colour: 'red' };
// @ts-expect-error: no such detail
export const wrong: Props = { onMessage: ({ detail }) => detail.words };
`;

/** Part of Solid's element types, which the compiler finds in place of the package. */
const SOLID_MODULE = `
export namespace JSX {
  type Element = object;
  interface HTMLAttributes<T> { ref?: T | ((element: T) => void); class?: string }
  interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> }
}
`;

const SOLID = `
/** @jsxImportSource solid-js */
import type {} from 'solid-js';
import type {} from 'natter/solid';

export const element = (
  <natter-chat
    broker="https://chat.example.com"
    ref={host => host.handle?.open()}
    class="help"
    show-header={false}
    texts={{ send: 'Go' }}
    on:message={({ detail }) => console.log(detail.text)}
  />
);
// @ts-expect-error: no such attribute
export const odd = <natter-chat colour="red" />;
// @ts-expect-error: no such detail
export const wrong = <natter-chat on:message={({ detail }) => detail.words} />;
`;

/** Part of Svelte's types, in the same way. */
const SVELTE_MODULE = `
export interface HTMLAttributes<T extends EventTarget> { class?: string; onclick?: (event: MouseEvent & { currentTarget: T }) => unknown }
export interface SvelteHTMLElements { div: HTMLAttributes<HTMLDivElement> }
`;

const SVELTE = `
import type { SvelteHTMLElements } from 'svelte/elements';
import type {} from 'natter/svelte';

type Attributes = SvelteHTMLElements['natter-chat'];
export const attributes: Attributes = {
  broker: 'https://chat.example.com',
  class: 'help',
  texts: { send: 'Go' },
  onmessage: ({ detail }) => console.log(detail.text),
};
// @ts-expect-error: no such attribute
export const odd: Attributes = { colour: 'red' };
`;

const PLATFORM = `
import {
  type AlertNotice, type CallStatus, type ChatReply, type Conversation, createPlatform, type Deployment, type EventStore, PlatformError, verifyWebhook,
} from 'natter/platform';

const platform = createPlatform({ baseUrl: 'https://api.example.com', builderUrl: 'https://eu.example.com', keys: { chat: 'a', builder: 'b' }, accountId: 'demo' });
export async function use(request: Request, store: EventStore): Promise<AlertNotice | undefined> {
  const reply: ChatReply = await platform.chat.respond({ conversation_id: 'CONV-1', message: 'Hello' });
  for await (const each of platform.conversations.all({ channel: ['WEBCHAT'], limit: 10 })) { const one: Conversation = each; console.log(one.turns?.[0]?.agent_response); }
  const status: CallStatus = await platform.outbound.wait('OUT-1', { onStatus: each => console.log(each.reason) });
  const released: Deployment = (await platform.agents.deployments.publish('PROJECT-shop')).deployment;
  console.log(reply.handoff?.destination, status.status === 'success', released.environment);
  const verified = await verifyWebhook(request, ['new', 'old'], { store });
  return verified.ok ? verified.notice : undefined;
}
export const fieldsOf = (error: unknown): readonly string[] => error instanceof PlatformError ? error.fields.map(({ field }) => field) : [];

// @ts-expect-error: the runtime host is required
createPlatform({ keys: {} });
// @ts-expect-error: no such key
createPlatform({ baseUrl: 'https://api.example.com', keys: { alerts: 'a' } });
// @ts-expect-error: no such dialect
createPlatform({ baseUrl: 'https://api.example.com', keys: {}, dialect: 'other' });
// @ts-expect-error: the conversation is required
platform.chat.respond({ message: 'Hello' });
// @ts-expect-error: no such channel
platform.chat.create({ channel: 'fax' });
// @ts-expect-error: no such environment
platform.conversations.page({ client_env: 'production' });
// @ts-expect-error: v1 has no search
platform.conversations.pageV1({ query: 'refund' });
// @ts-expect-error: a time range is required
platform.concurrency.get({});
// @ts-expect-error: values of metadata are text
platform.outbound.call({ to_number: '+442079460123', metadata: { order: 4711 } });
// @ts-expect-error: the status of a call is none of these
const odd: CallStatus = { status: 'ringing', reason: '' };
// @ts-expect-error: no such metric
platform.alerts.createRule({ name: 'a', metric: 'sales', operator: '>=', threshold_value: 1, window_duration: '5m' });
// @ts-expect-error: the operator is required
platform.alerts.createRule({ name: 'a', metric: 'call_volume', threshold_value: 1, window_duration: '5m' });
// @ts-expect-error: no such event
platform.webhooks.create({ name: 'a', url: 'https://a.example', event_types: ['alerts.closed'] });
// @ts-expect-error: no such stage
platform.agents.deployments.promote('PROJECT-shop', 'id', { targetEnvironment: 'test' });
// @ts-expect-error: builder calls are not on a runtime family
platform.chat.createRule;
console.log(odd);
`;

/** Stand-ins for packages that are not installed: name in node_modules → text. */
export const STAND_INS: Readonly<Record<string, string>> = {
  'solid-js/package.json':
    '{ "type": "module", "types": "index.d.ts", "exports": { ".": "./index.d.ts", "./jsx-runtime": "./jsx-runtime.d.ts" } }',
  'solid-js/index.d.ts': SOLID_MODULE,
  'solid-js/jsx-runtime.d.ts': `export { JSX } from './index.js';`,
  'svelte/package.json': '{ "type": "module", "exports": { "./elements": "./elements.d.ts" } }',
  'svelte/elements.d.ts': SVELTE_MODULE,
};

/** File name → text. */
export const FILES: Readonly<Record<string, string>> = {
  'headless.ts': HEADLESS,
  'element.ts': ELEMENT,
  'script.ts': SCRIPT,
  'react.tsx': REACT,
  'preact.tsx': PREACT,
  'server.ts': SERVER,
  'platform.ts': PLATFORM,
  'vue.ts': VUE,
  'solid.tsx': SOLID,
  'svelte.ts': SVELTE,
};
