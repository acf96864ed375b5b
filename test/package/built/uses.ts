/** Right and wrong uses of the package, as its customers would write them. They are compiled, never run. A wrong one that compiles is an error. */

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

// As docs/EMBEDDING.md says it for a page that loads the script by its tag.
const SCRIPT = `
declare global { interface Window { Natter?: import('natter/element').NatterHandle } }

const undo: (() => void) | undefined = window.Natter?.on('message', ({ text }) => console.log(text));
window.Natter?.ready.then(natter => natter.send('Hello'));
// @ts-expect-error: no such method
window.Natter?.opne();
export { undo };
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
const listener: NodeListener = toNodeListener(brokerFromEnv({}, { basePath: '/api/chat' }), { trustProxyHops: 1 });
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

/** File name → text. */
export const FILES: Readonly<Record<string, string>> = {
  'headless.ts': HEADLESS,
  'element.ts': ELEMENT,
  'script.ts': SCRIPT,
  'react.tsx': REACT,
  'preact.tsx': PREACT,
  'server.ts': SERVER,
};
