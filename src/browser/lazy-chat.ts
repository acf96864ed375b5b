/** The port for conversations over Chat. Its code is fetched when the first one begins or goes on. */

import type { ChatTransport, Socket } from '../client/api/ports.ts';
import { CLOSE_ABNORMAL } from '../protocol/close-codes.ts';
import type { ChatCallsOptions } from './chat/over-chat.ts';
import { browserClock } from './clock.ts';
import { loadChat } from './load-chat.ts';

export function createLazyChat(options: ChatCallsOptions): ChatTransport {
  let loading: Promise<ChatTransport | undefined> | undefined;

  /** Resolves with undefined if the code cannot be fetched. The next call tries again. */
  function load(): Promise<ChatTransport | undefined> {
    loading ??= loadChat().then(
      chunk => chunk.createOverChat(options, browserClock),
      () => {
        loading = undefined;
        return undefined;
      },
    );
    return loading;
  }

  return {
    create: async ticket => (await load())?.create(ticket) ?? { ok: false, failure: { kind: 'network' } },
    open(chat, handlers) {
      let socket: Socket | undefined;
      let isOver = false;
      void load().then(transport => {
        if (isOver) return;
        if (transport) socket = transport.open(chat, handlers);
        else handlers.closed(CLOSE_ABNORMAL, true);
      });
      return {
        send: text => socket?.send(text) ?? false,
        close() {
          isOver = true;
          socket?.close();
        },
      };
    },
  };
}
