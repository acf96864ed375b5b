/** `natter/solid`: types only. Tells Solid's tools of `<natter-chat>`: its attributes, properties and events. `natter/element` defines it. */

import type {} from 'solid-js';
import type { InSolid, NatterChatElement } from '../widget/element/element-jsx.ts';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'natter-chat': InSolid<HTMLAttributes<NatterChatElement>>;
    }
  }
}
