/** Puts tables between their markers, `<!-- name -->` and `<!-- /name -->`, in the documents. */

import { readFile, writeFile } from 'node:fs/promises';
import { fromRoot } from './table.mjs';

const DOCUMENTS = ['README.md', 'docs/FIGURES.md'];

/** `blocks`: texts by the names of their markers. Throws if a name has no marker in any document. */
export async function writeBlocks(blocks) {
  const missing = new Set(Object.keys(blocks));
  for (const document of DOCUMENTS) {
    const path = fromRoot(document);
    let text = await readFile(path, 'utf8');
    for (const [name, content] of Object.entries(blocks)) {
      const block = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
      if (!block.test(text)) continue;
      missing.delete(name);
      text = text.replace(block, (_, start, end) => `${start}${content}\n${end}`);
    }
    await writeFile(path, text);
  }
  if (missing.size > 0) throw new Error(`No document has a block for ${[...missing].join(', ')}.`);
}
