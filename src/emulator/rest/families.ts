/** Handlers of all families. Each family's stand in its own room. */

import { chatHandlers } from '../chat/handlers.ts';
import { concurrencyHandlers } from '../concurrency/handlers.ts';
import { conversationsHandlers } from '../conversations/handlers.ts';
import { handoffStateHandlers } from '../handoff-state/handlers.ts';
import type { Handler } from './call.ts';

export const HANDLERS: readonly Handler[] = [
  ...chatHandlers,
  ...conversationsHandlers,
  ...concurrencyHandlers,
  ...handoffStateHandlers,
];
