/** What one page of a tab leaves for the next, where tests can see it. The real one is src/browser/handover.ts. */

import type { Handover } from '../../src/client/ports.ts';

export interface Left {
  text: string | null;
}

export function createFakeHandover(left: Left): Handover {
  return {
    leave(text) {
      left.text = text;
    },
    take() {
      const { text } = left;
      left.text = null;
      return text;
    },
  };
}
