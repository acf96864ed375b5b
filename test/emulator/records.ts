/** Conversations for charts and paging in the form of the control API, with ids of the test's own. */

import type { SeededConversation } from '../../src/emulator/control/control-types.ts';

export function conversationFor({
  startedAt,
  ...own
}: Partial<SeededConversation> & { readonly startedAt?: number }): SeededConversation {
  return {
    started_at: new Date(startedAt ?? Date.UTC(2026, 10, 27, 9)).toISOString(),
    duration_seconds: 60,
    ...own,
  };
}
