/** The chat as a hook, for both React and Preact: their hooks are passed as an argument. Imports nothing of the widget. */

import { eachPart, type Part } from '../../client/api/chat-parts.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import { steadyFunctions } from '../element/steady-functions.ts';
import { chatKey } from '../settings/host-settings.ts';
import type { ChatSettings } from '../settings/options.ts';
import type { ChatView } from './component.ts';
import { earliest, type Hooks, useLasting } from './hooks.ts';
import { createHosting, type HostedChat, type Hosting, IDLE } from './hosted-chat.ts';

/**
 * Creates `useChat()` with signals. The chat begins when the component is mounted and ends when it is unmounted. Changed settings, such as another
 * broker, begin a new chat.
 */
export function createChatHook(hooks: Hooks): (settings: ChatSettings) => HostedChat {
  const { useRef, useState } = hooks;
  const useEarly = earliest(hooks);
  return settings => {
    const [{ chat, hold }] = useState<Hosting>(createHosting);
    const newest = useRef(settings);
    useEarly(() => {
      newest.current = settings;
    });
    useLasting(hooks, () => hold(steadyFunctions(() => newest.current)(settings)), [chatKey(settings)]);
    return chat;
  };
}

export interface StoreHooks extends Hooks {
  useMemo<T>(make: () => T, deps: readonly unknown[]): T;
  useSyncExternalStore<T>(subscribe: (changed: () => void) => () => void, read: () => T, readOnServer: () => T): T;
}

/** Creates `useChat()` with values: the component is rendered again after each change of the state. */
export function createStoreHook(hooks: StoreHooks): (settings: ChatSettings) => ChatView {
  const { useMemo, useSyncExternalStore } = hooks;
  const useHosted = createChatHook(hooks);
  return settings => {
    const chat = useHosted(settings);
    const store = useMemo(
      () => ({
        subscribe: (changed: () => void) => chat.state.subscribe(changed),
        read: () => chat.state.peek(),
      }),
      [chat],
    );
    const state = useSyncExternalStore(store.subscribe, store.read, () => IDLE);
    return useMemo(() => viewOf(chat, state), [chat, state]);
  };
}

function viewOf(chat: HostedChat, state: ChatState): ChatView {
  return { ...chat, ...(eachPart(name => state[name]) as Pick<ChatState, Part>), state };
}
