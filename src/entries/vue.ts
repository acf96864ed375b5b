/** `natter/vue`: types only. Tells Vue's tools of `<natter-chat>`: its attributes, properties and events. `natter/element` defines it. */

import type {} from 'vue';
import type { InVue, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'vue' {
  interface GlobalComponents {
    'natter-chat': new () => { $props: InVue; $el: NatterChatElement };
  }
}
