/** A code block, with a button that copies it. */

import { useWords } from '../context/hooks.ts';
import { useCopy } from '../kit/use-copy.ts';
import { ScrollBox } from './ScrollBox.tsx';

interface CodeBlockProps {
  readonly code: string;
  /** Language of the code, if the author has named it. */
  readonly lang?: string | undefined;
}

export function CodeBlock({ code, lang }: CodeBlockProps) {
  const { copied, handlers } = useCopy(() => code);
  const t = useWords();
  const said = copied === 'done' ? 'copied' : copied === 'refused' ? 'copyFailed' : null;
  return (
    <div class="code" part="code" dir="ltr">
      {lang && <span class="detail code-language">{lang}</span>}
      <button type="button" class="copy" part="copy" {...handlers}>
        {t(said ?? 'copy')}
      </button>
      {/* Rendered only if there is a text, because screen readers would stop at an empty element. */}
      {copied && (
        <span class="visually-hidden" role="status">
          {said && t(said)}
        </span>
      )}
      <ScrollBox words="code">
        {/* Rendered in pieces of 32 lines. While the code grows, the browser lays out only the last piece again. */}
        <pre translate={false}>
          <code>{code.match(/(?:[^\n]*\n){1,32}|[^\n]+$/g)}</code>
        </pre>
      </ScrollBox>
    </div>
  );
}
