/** `natter/svelte`: types only. Declares `<natter-chat>` for Svelte: its attributes, properties and events. `natter/element` defines the element. */

import type {} from 'svelte/elements';
import type { InSvelte, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'natter-chat': InSvelte<HTMLAttributes<NatterChatElement>>;
  }
}
