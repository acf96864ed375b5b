/** What is heard and told of a chat whose engine is still on its way: handlers hear what is told from here, and what the engine tells when it has come. */

import type { Chat } from '../client/chat.ts';
import { createEmitter, type Emitter } from '../client/emitter.ts';
import type { CallLine } from './call-line.ts';
import { warn, wordsOf } from './warn.ts';

/** Tells only those handlers that were put on here. */
export const createEarlyEmitter = (): Emitter =>
  createEmitter((name, error) => warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`));

export function earlyEvents(emitter: Emitter, line: CallLine): Pick<Chat, 'on' | 'emit' | 'inView' | 'mayRing'> {
  return {
    on(name, handler) {
      const undo = [emitter.on(name, handler)];
      line.call(chat => undo.length && undo.push(chat.on(name, handler)));
      return () => {
        for (const each of undo.splice(0)) each();
      };
    },
    emit(name, detail) {
      const chat = line.ready();
      if (chat) chat.emit(name, detail);
      else emitter.emit({ name, detail } as never);
    },
    inView: inView => line.call(chat => chat.inView?.(inView)),
    mayRing: () => line.ready()?.mayRing?.() ?? true,
  };
}
