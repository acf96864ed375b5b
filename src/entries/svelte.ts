/** `natter/svelte`: types only. Tells Svelte's tools of `<natter-chat>`: its attributes, properties and events. `natter/element` defines it. */

import type {} from 'svelte/elements';
import type { InSvelte, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'natter-chat': InSvelte<HTMLAttributes<NatterChatElement>>;
  }
}
