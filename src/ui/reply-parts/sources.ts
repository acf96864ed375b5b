/**
 * Draws the sources of a reply: links at its end that are written as footnotes. The sources and their references in the text become numbered links.
 */

import type { ReplyParts } from '../context/ui-context.ts';

export type SourcesKit = Pick<typeof import('preact'), 'h' | 'Fragment'> &
  Pick<typeof import('../context/hooks.ts'), 'useWords'> &
  Pick<typeof import('../kit/Link.tsx'), 'Link'> &
  Pick<typeof import('../links/safe-url.ts'), 'safeHref'>;

interface Source {
  readonly number: string;
  readonly href: string;
  readonly title: string;
}

/** Number of letters of a title that is shown. */
const TITLE_LETTERS = 60;

const FOOTNOTE = /^\s*\[\^?(\d+)\]:\s+(.*)$/;
/** Matches a link of Markdown, or an address. */
const LINK = /\[([^\]]*)\]\(\s*<?(https?:\/\/[^\s)>]+)>?[^)]*\)|<?(https?:\/\/[^\s>]*[^\s>.,;])>?/;
/** Matches code, or a reference to a footnote. */
const MARK = /(`+).*?\1|\[\^?(\d{1,2})\](?![(:[])/gs;

export function createSources({ h, Fragment, useWords, Link, safeHref }: SourcesKit): ReplyParts['Sources'] {
  function readSource(line: string): Source | null {
    const [, number = '', rest = ''] = FOOTNOTE.exec(line) ?? [];
    const [written = '', name, address, bare] = LINK.exec(rest) ?? [];
    const href = safeHref(address ?? bare ?? '', document.baseURI);
    if (!number || !href) return null;
    // Uses the words beside the address as its title, without surrounding quotation marks and the like.
    const words = (name || rest.replace(written, '')).replace(/^[\s"'“„«(–—:,-]+|[\s"'”“»)–—:,.-]+$/g, '');
    const letters = [...words];
    const title = letters.length > TITLE_LETTERS ? `${letters.slice(0, TITLE_LETTERS).join('').trimEnd()}…` : words;
    return { number, href, title: title || new URL(href).host.replace(/^www\./, '') };
  }

  return function Sources({ text, length, draw }) {
    const t = useWords();
    const lines = text
      .slice(length)
      .split('\n')
      .filter(line => line.trim());
    const sources = lines.map(readSource).filter(each => each !== null);
    // Shows the text as written if not every line is a source.
    if (sources.length < lines.length) return h(Fragment, null, draw(text));
    const hrefs = new Map(sources.map(({ number, href }) => [number, href]));
    const words = text.slice(0, length).replace(MARK, (written, code?: string, number = '') => {
      const href = code ? undefined : hrefs.get(number);
      return href ? `[\\[${number}\\]](<${href}>)` : written;
    });
    return h(
      Fragment,
      null,
      draw(words),
      h(
        'ol',
        { class: 'sources', part: 'sources', 'aria-label': t('sources') },
        sources.map(({ number, href, title }) => {
          const children = [h('span', null, number), h('bdi', null, title)];
          return h('li', { key: number }, h(Link, { href, class: 'source', part: 'link', children }));
        }),
      ),
    );
  };
}
