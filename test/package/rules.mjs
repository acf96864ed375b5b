/**
 * `npm run rules`: prints the titles of tests by the rule of docs/spec that they cite, then those without a rule by file. Arguments (ids,
 * or parts of paths) select some: `npm run rules D2 test/widget`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = new URL('../../', import.meta.url);
const RULE = /^- \*\*([A-Z]\d+)\*\* (.*)$/gm;
const CITATION = /^\[([A-Z]\d+(?:, [A-Z]\d+)*)\] ?/;

/** The rules in docs/spec, in the order of its files. */
export function rules() {
  return filesBelow('docs/spec', /\.md$/).flatMap(file =>
    [...read(file).matchAll(RULE)].map(([, id, text]) => ({ id, text, file })),
  );
}

/** The titles in test and e2e, in the order of their files. */
export function titles() {
  return ['test', 'e2e'].flatMap(folder =>
    filesBelow(folder, /\.tsx?$/).flatMap(file => titlesIn(read(file), file).map(title => ({ ...title, file }))),
  );
}

/**
 * The titles in a file: arguments of `it`, `test` and `describe`, and any other string that begins with an id, as in the rows of tables.
 */
export function titlesIn(source, name = 'titles.test.ts') {
  const found = [];
  const visit = node => {
    const parts = titleOf(node);
    if (parts) found.push(parts);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
  return found;
}

function titleOf(node) {
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (!isText && !ts.isTemplateExpression(node)) return null;
  const whole = isText ? node.text : node.getText().slice(1, -1);
  const ids = [];
  let text = whole;
  for (let cited = CITATION.exec(text); cited; cited = CITATION.exec(text)) {
    ids.push(...cited[1].split(', '));
    text = text.slice(cited[0].length);
  }
  return (ids.length > 0 && text !== '') || isTitle(node) ? { ids, text } : null;
}

function isTitle({ parent, pos }) {
  if (!ts.isCallExpression(parent) || parent.arguments[0]?.pos !== pos || parent.arguments.length < 2) return false;
  let callee = parent.expression;
  while (!ts.isIdentifier(callee)) {
    if (!ts.isCallExpression(callee) && !ts.isPropertyAccessExpression(callee)) return false;
    callee = callee.expression;
  }
  return /^(?:it|test|describe)$/.test(callee.text);
}

function filesBelow(folder, ending) {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}

function read(file) {
  return readFileSync(new URL(file, ROOT), 'utf8');
}

function print(wanted) {
  const isWanted = name =>
    wanted.length === 0 || wanted.some(each => (/^[A-Z]\d+$/.test(each) ? name === each : name.includes(each)));
  const all = titles();
  for (const { id, text } of rules().filter(rule => isWanted(rule.id) || isWanted(rule.file))) {
    console.log(`\n${id}  ${text}`);
    for (const title of all.filter(({ ids }) => ids.includes(id))) console.log(`    ${title.file}: ${title.text}`);
  }
  let last = '';
  for (const { file, text } of all.filter(({ ids, file }) => ids.length === 0 && isWanted(file))) {
    if (file !== last) console.log(`\n${file}`);
    last = file;
    console.log(`    ${text}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print(process.argv.slice(2));
