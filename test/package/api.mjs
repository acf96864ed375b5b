/**
 * `npm run api`: writes the public declarations of each entry, as they are built, into docs/api/. A test compares these files with the
 * build, so that no change goes unnoticed.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = `${ROOT}dist/`;

export const ENTRIES = [
  'index',
  'element',
  'react',
  'preact',
  'broker',
  'broker-express',
  'emulator',
  'platform',
  'testing',
  'global',
];

/** File name → Markdown: one file for each entry, and one for the types that they use. Throws if nothing has been built. */
export function reports() {
  const files = ENTRIES.map(entry => `${DIST}${entry}.d.ts`);
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  const written = new Map();
  const everything = new Set();
  for (const [place, entry] of ENTRIES.entries()) {
    const source = program.getSourceFile(files[place]);
    if (!source) throw new Error(`${files[place]}: no such file. Run npm run build first.`);
    const names = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
    const face = names.map(each => original(checker, each));
    const renamed = names.flatMap((each, at) =>
      each.name === face[at].name ? [] : `\`${each.name}\` stands here as \`${face[at].name}\`. `,
    );
    for (const symbol of face) everything.add(symbol);
    const name = entry === 'index' ? 'natter' : `natter/${entry.replace('-', '/')}`;
    written.set(
      `${entry}.md`,
      page(name, `What it exports, out of the built declarations. ${renamed.join('')}`.trim(), face),
    );
  }
  const inside = reachedFrom(checker, everything).filter(symbol => !everything.has(symbol));
  written.set('made-of.md', page('What the exports are made of', 'These types cannot be imported.', inside));
  return written;
}

function page(title, what, symbols) {
  const texts = [...new Set(symbols.map(textOf))].sort();
  return `# ${title}\n\n${what} Written by \`npm run api\`.\n\n\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`;
}

/** The symbol behind an import or a re-export. */
function original(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** All declarations of ours that these symbols refer to, directly or through others. */
function reachedFrom(checker, symbols) {
  const found = new Set(symbols);
  // A loop over a Set also visits elements that are added meanwhile.
  for (const symbol of found) {
    const visit = node => {
      if (ts.isIdentifier(node)) {
        const named = checker.getSymbolAtLocation(node);
        const target = named && original(checker, named);
        if (target && isOurs(target)) found.add(target);
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of declarationsOf(symbol)) visit(declaration);
  }
  return [...found];
}

function declarationsOf(symbol) {
  return (symbol.declarations ?? []).map(each => (ts.isVariableDeclaration(each) ? each.parent.parent : each));
}

/** True for a symbol that is declared at the top level of one of the built files. */
function isOurs(symbol) {
  return declarationsOf(symbol).some(
    ({ parent }) => parent && ts.isSourceFile(parent) && parent.fileName.startsWith(DIST),
  );
}

const printer = ts.createPrinter({ removeComments: true });

function textOf(symbol) {
  return declarationsOf(symbol)
    .map(node =>
      printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/^(export )?(declare )?/, ''),
    )
    .join('\n');
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  await mkdir(`${ROOT}docs/api`, { recursive: true });
  for (const [file, text] of reports()) await writeFile(`${ROOT}docs/api/${file}`, text);
  console.log(`Wrote docs/api: ${ENTRIES.join(', ')}.`);
}
