/** One line about the connection, with a button if there is something that the visitor can do. */

import type { Chat, Connection, ConnectionStatus } from 'natter';
import { button } from './dom';

const WORDS: Record<ConnectionStatus, string> = {
  idle: 'Usually we answer at once.',
  connecting: 'Connecting …',
  online: 'Connected',
  reconnecting: 'Connecting again …',
  offline: 'You are offline. What you write is sent when you are back.',
  ended: 'This conversation is over.',
  failed: 'There is no connection.',
};

export function connectionLine(line: HTMLElement, chat: Chat) {
  return ({ status }: Connection): void => {
    line.replaceChildren(WORDS[status]);
    if (status === 'failed') line.append(' ', button('Try again', chat.reconnect));
    if (status === 'ended') line.append(' ', button('Start a new one', chat.startNew));
  };
}
