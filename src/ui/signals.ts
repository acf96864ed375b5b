/** Signals in components: what is read with these hooks is drawn again when it changes. */

import { useComputed } from '@preact/signals';

export { useSignal } from '@preact/signals';

/** What `read` makes of signals; the component is drawn again only when that is something else. */
export function useLive<T>(read: () => T): T {
  return useComputed(read).value;
}
