/** The port for conversations over Chat. Its code is fetched when the first one begins or goes on. */

import type { ChatTransport, Socket } from '../client/api/ports.ts';
import { CLOSE_ABNORMAL } from '../protocol/close-codes.ts';
import type { ChatCallsOptions } from './chat/over-chat.ts';
import { browserClock } from './clock.ts';
import { loadChat } from './load-chat.ts';

export function createLazyChat(options: ChatCallsOptions): ChatTransport {
  let loading: Promise<ChatTransport> | undefined;

  function load(): Promise<ChatTransport> {
    loading ??= loadChat().then(
      ({ createOverChat }) => createOverChat(options, browserClock),
      error => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  return {
    create: ticket =>
      load().then(
        transport => transport.create(ticket),
        () => ({ ok: false, failure: { kind: 'network' } }),
      ),
    open(chat, handlers) {
      let socket: Socket | undefined;
      let isOver = false;
      load().then(
        transport => {
          if (!isOver) socket = transport.open(chat, handlers);
        },
        () => isOver || handlers.closed(CLOSE_ABNORMAL, true),
      );
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
