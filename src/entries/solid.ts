/** `natter/solid`: types only. Declares `<natter-chat>` for Solid: its attributes, properties and events. `natter/element` defines the element. */

import type {} from 'solid-js';
import type { InSolid, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': InSolid<HTMLAttributes<NatterChatElement>>;
    }
  }
}
