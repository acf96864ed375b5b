/** Stands where a late component (late-parts.ts) will be: nothing, or what is given instead, until it has come. */

import type { FunctionComponent, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useUi } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { useLive } from './signals.ts';

export function Late<K extends keyof LateProps>(
  props: { readonly is: K; readonly instead?: string | VNode } & LateProps[K],
) {
  const { parts } = useUi();
  // Parts never go again: whoever finds them there need not watch for them, and rows have many that would.
  const came = useRef(parts.peek()).current ?? useLive(() => parts.value);
  // Whoever asks for a part by its name has been made to give what it takes.
  const Part = came?.[props.is] as FunctionComponent<object> | undefined;
  return Part ? <Part {...props} /> : (props.instead ?? null);
}
