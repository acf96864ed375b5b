/** `natter/vue`: types only. Declares `<natter-chat>` for Vue: its attributes, properties and events. `natter/element` defines the element. */

import type {} from 'vue';
import type { InVue, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'vue' {
  interface GlobalComponents {
    'natter-chat': new () => { $props: InVue; $el: NatterChatElement };
  }
}
