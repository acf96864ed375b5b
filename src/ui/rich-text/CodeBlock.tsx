/** Code that stands by itself, and a button that copies it. */

import type { Key } from '../catalogue.ts';
import { useWords } from '../context.ts';
import { useSignal } from '../signals.ts';
import { Scroller } from './Scroller.tsx';

export function CodeBlock({ code }: { readonly code: string }) {
  const said = useSignal<Key | ''>('');
  const t = useWords();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      said.value = 'copied';
    } catch {
      // Without permission, or on a page without TLS. The text can still be selected.
      said.value = 'copyFailed';
    }
  }
  const reset = () => {
    said.value = '';
  };
  return (
    <div class="code" part="code" dir="ltr">
      <button type="button" class="copy" onClick={copy} onBlur={reset} onPointerLeave={reset}>
        {t(said.value || 'copy')}
      </button>
      <span class="unseen" role="status">
        {said.value && t(said.value)}
      </span>
      <Scroller words="code">
        {/* In pieces, so that the browser looks only at the last one again while it grows. */}
        <pre>
          <code>{code.match(/(?:[^\n]*\n){1,32}|[^\n]+$/g)}</code>
        </pre>
      </Scroller>
    </div>
  );
}
