/** All routes of all families, in the order of the specification. */

import { chatRoutes } from './chat.ts';
import { concurrencyRoutes } from './concurrency.ts';
import { conversationsRoutes } from './conversations.ts';
import { handoffStateRoutes } from './handoff-state.ts';
import type { AnyRoute } from './route.ts';

export const ROUTES: readonly AnyRoute[] = [
  ...chatRoutes,
  ...conversationsRoutes,
  ...concurrencyRoutes,
  ...handoffStateRoutes,
];
