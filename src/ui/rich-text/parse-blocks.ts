/**
 * Parses a text line by line into paragraphs, lists, quotes, code and tables. When a text grows, only its end is parsed. Each complete line is
 * parsed once. The last line may be unfinished; it is parsed again each time, on a copy of the open blocks. A closed block stays the same object.
 */

import { closed, holed } from '../links/entities.ts';
import { asBlocks } from './normalise-blocks.ts';
import { inline } from './parse-inline.ts';
import { columnsOf, MAX_COLUMNS, rowOf } from './parse-table.ts';
import { type Align, DONE, type Element, TO_DO } from './tree.ts';
import { HALF_LINE, REST } from './unfinished-syntax.ts';

/** A block that is still open. */
interface Open {
  readonly tag: Element['tag'];
  readonly kids: Element[];
  readonly start?: number;
  /** Language of code. */
  readonly lang?: string | undefined;
  /** Number of the latest item of a numbered list. */
  last?: number;
  readonly aligns?: readonly Align[];
  /** Column at which the text of an item, or of code, begins. */
  column: number;
  /** The characters with which the items of a list, the head of a table, or a code block begins. */
  readonly sign: string;
  text: string;
  /** Number of open lists that were begun by a tag. Blank lines do not end these. */
  lists: number;
  /** The cost of parsing the block again. */
  weight: number;
}

const MAX_DEPTH = 24;
/** A longer line is parsed in parts; otherwise an endless line would cost more and more. */
const MAX_LINE = 4_096;
/** Weight above which a paragraph is split, because an open paragraph is parsed again whenever it grows. A letter weighs 1. */
const MAX_WEIGHT = 8_000;
const MARK_WEIGHT = 8;
/**
 * Largest number of lines, delimiters and addresses that are rendered. Later text is shown as written, because tens of thousands of elements would
 * block the page.
 */
const MAX_PARTS = 4_000;
/**
 * Matches parts that cost about as much to render as an emphasised word, such as the beginning of an item or a quote. An address counts at least
 * twice.
 */
const PART = /[<[@/]|\.\w|\*+|_+|`+|~+|[-+•>]\s|\d[.)]\s/g;
/** The cost of a code block, which has a frame, a button and a scroll view. */
const CODE_PARTS = 8;
/** `sign` of a paragraph that is shown as it was written. */
const AS_WRITTEN = '=';

const LEAF = /^(?:p|h|pre|table)$/;
const LIST = /^[uo]l$/;
const QUOTE = /^\s*> ?/;
const FENCE = /^(\s*)(`{3,}(?=[^`]*$)|~{3,})\s*([\w+#.-]{1,20}(?=\s|$))?/;
const ITEM = /^(\s*)([-+*•]|\d{1,3}[.)])(?:(\s+)(?=\S)|\s*$)/;
/** Matches a table row. It begins a new block, whereas any other line without the marker of its container continues a paragraph. */
const ROW = /^\s*\|/;
const RULE = /^\s*([-*_])\s*(?:\1\s*){2,}$/;
const HEADING = /^\s*#{1,6}(?:\s+|$)/;
const LIST_TAG = new RegExp(`<[uo]l(?:${REST})>`, 'gi');
/** Matches the beginning of an item with a checkbox. */
const TASK = /^\[([ x])\]\s+(?=\S)/i;

export interface RichTextParser {
  /** Returns the blocks of `text`. `growing`: more text is to come. If the text begins with the previous one, only the rest is parsed. */
  parse(text: string, growing?: boolean): readonly Element[];
}

export function createParser(): RichTextParser {
  let stack = [opened('p')];
  let seen = '';
  let fed = 0;
  let parts = 0;
  /** True while the next text is the rest of a line that was cut. */
  let within = false;
  return {
    parse(text, growing = false) {
      if (!text.startsWith(seen)) {
        stack = [opened('p')];
        fed = parts = 0;
        within = false;
      }
      seen = text;
      for (let end = endOf(text, fed); end >= 0; end = endOf(text, fed)) {
        // Removes the carriage return of line ends as on Windows.
        const line = text.slice(fed, end).replace(/\r$/, '');
        const open = stack.at(-1);
        // Lines of code do not count, because code is rendered as one text. A table row counts all columns, because missing cells are added.
        if (open?.tag !== 'pre')
          parts +=
            1 + (open?.aligns?.length ?? 0) + (line.match(PART)?.length ?? 0) + (FENCE.test(line) ? CODE_PARTS : 0);
        if (parts > MAX_PARTS) addWords(stack, line, within);
        else feed(stack, line, false, within);
        within = text[end] !== '\n';
        fed = within ? end : end + 1;
        const top = stack.at(-1);
        if (top && top.weight > MAX_WEIGHT) close(stack, stack.length - 1);
      }
      const copy = stack.map(each => ({ ...each, kids: [...each.kids] }));
      if (parts > MAX_PARTS) addWords(copy, text.slice(fed), within);
      else if (fed < text.length) feed(copy, text.slice(fed), growing, within);
      close(copy, 1, growing);
      return copy[0]?.kids ?? [];
    },
  };
}

/** Parses a text. `growing`: more text is to come. */
export const parse = (text: string, growing = false): readonly Element[] => createParser().parse(text, growing);

/** Returns the end of the line that begins at `from`, or the position at which a long line is cut; -1 if the text contains neither yet. */
function endOf(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const last = from + MAX_LINE;
  if (text.length <= last || (end >= 0 && end <= last)) return end;
  const space = text.slice(from, last).lastIndexOf(' ');
  return space > 0 ? from + space : last - (/[\ud800-\udbff]/.test(text.charAt(last - 1)) ? 1 : 0);
}

const opened = (tag: Open['tag'], rest: Partial<Open> = {}): Open => ({
  tag,
  kids: [],
  column: 0,
  sign: '',
  text: '',
  lists: 0,
  weight: 0,
  ...rest,
});

/** Closes open blocks until `count` are left. */
function close(stack: Open[], count: number, growing = false): void {
  for (let first = growing; stack.length > count; first = false) {
    const last = stack.pop();
    const { tag, kids } = stack.at(-1) ?? {};
    if (last && kids) for (const block of finished(last, first, tag === 'li' && !kids.length)) kids.push(block);
  }
}

function finished(
  { tag, kids, start, lang, aligns, text, sign }: Open,
  growing: boolean,
  beginsItem: boolean,
): Element[] {
  if (sign === AS_WRITTEN) return text.trim() ? [{ tag, kids: [text] }] : [];
  if (tag === 'p') {
    const box = beginsItem ? TASK.exec(text) : null;
    if (!box) return paragraph(text, growing);
    const words = inline(text.slice(box[0].length), growing);
    return asBlocks([{ tag: 'task', kids: [box[1] === ' ' ? TO_DO : DONE] }, ...words]);
  }
  if (tag === 'h') return [{ tag, kids: inline(text, growing) }];
  if (tag === 'pre') return [{ tag, kids: [text.slice(0, -1)], ...(lang && { lang }) }];
  if (tag === 'ol') return [{ tag, kids, start: start ?? 1 }];
  return [aligns ? { tag, kids, aligns } : { tag, kids }];
}

function paragraph(text: string, growing: boolean): Element[] {
  const line = text.lastIndexOf('\n') + 1;
  // Shows an unfinished line that begins with a bar as a table row at once: it is probably the head of a table, although the line that confirms
  // this has not arrived yet. A table cannot begin below another line with a bar.
  if (growing && text[line] === '|' && !(line && text[text.lastIndexOf('\n', line - 2) + 1] === '|')) {
    const row = rowOf(text.slice(line), 0, true);
    if (row.kids.length <= MAX_COLUMNS)
      return [...paragraph(text.slice(0, Math.max(0, line - 1)), false), { tag: 'table', kids: [row], aligns: [] }];
  }
  return asBlocks(inline(text, growing));
}

/** Adds a line. `half`: the line is still being written. `within`: it continues a line that was cut. */
function feed(stack: Open[], source: string, half: boolean, within: boolean): void {
  if (within) {
    goOn(stack, holed(source).trimEnd());
    return;
  }
  // Removes placeholders at both ends of the line, because they separate nothing there.
  const line = holed(source)
    .replace(/^([\t ]*)\ufdd0|\ufdd0$/g, '$1')
    .replace(/^[\t ]+/, space => space.replaceAll('\t', '    '));
  let [depth, rest] = enter(stack, line);
  const leaf = LEAF.test(stack.at(-1)?.tag ?? '') && stack.length > 1 ? stack.at(-1) : undefined;
  if (leaf?.tag === 'pre' && depth === stack.length - 1) {
    addCode(stack, leaf, closed(depth === 1 ? holed(source) : rest), half);
    return;
  }
  for (; !(half && HALF_LINE.test(rest)); depth = stack.length) {
    const after: string | null = openContainer(stack, depth, rest);
    if (after === null) {
      addLine(stack, depth, rest, half);
      return;
    }
    rest = after;
  }
}

function addWords(stack: Open[], line: string, within: boolean): void {
  let top = stack.at(-1);
  if (top?.sign !== AS_WRITTEN) {
    close(stack, 1);
    top = opened('p', { sign: AS_WRITTEN });
    stack.push(top);
  }
  top.text += (within || !top.text ? '' : '\n') + closed(holed(line));
  top.weight += line.length + MARK_WEIGHT;
}

/** Returns how many of the open containers the line continues, and the rest of the line inside them. */
function enter(stack: Open[], line: string): [depth: number, rest: string] {
  let rest = line;
  for (let depth = 1; depth < stack.length; depth += 1) {
    const block = stack[depth] ?? opened('p');
    const { tag, column, kids } = block;
    if (tag === 'blockquote') {
      if (!QUOTE.test(rest)) return [depth, rest];
      rest = rest.replace(QUOTE, '');
    } else if (tag === 'li') {
      const indent = rest.search(/\S/);
      const leaves =
        indent < 0
          ? depth === stack.length - 1 && !kids.length
          : indent < column && !isBelow(stack[depth - 1], indent, rest);
      if (leaves) return [depth, rest];
      if (indent >= 0) block.column = Math.min(column, indent);
      rest = rest.slice(block.column);
    } else if (!LIST.test(tag)) return [depth, rest];
  }
  return [stack.length, rest];
}

/**
 * Returns true if the line belongs to the current item of the numbered list. Agents indent such lines by two or three spaces, however wide the
 * number is. An indented line that begins with the next number is the next item instead.
 */
const isBelow = (list: Open | undefined, indent: number, rest: string): boolean =>
  list?.tag === 'ol' && indent > 1 && Number.parseInt(rest, 10) !== (list.start ?? 0) + list.kids.length + 1;

/** Begins a quote or an item. Returns the line inside it, or null if the line begins neither. */
function openContainer(stack: Open[], depth: number, rest: string): string | null {
  const [top, within] = [stack.at(-1), stack[depth - 1]];
  if (stack.length >= MAX_DEPTH) return null;
  if (QUOTE.test(rest)) {
    begin(stack, depth, opened('blockquote'));
    return rest.replace(QUOTE, '');
  }
  const item = RULE.test(rest) ? null : ITEM.exec(rest);
  if (!item) return null;
  const [all, indent = '', marker = '', space = ''] = item;
  const start = Number.parseInt(marker, 10);
  // Within a paragraph, a line that is only a marker is text. So is a line that begins with a number other than 1: `2024.` is more often a year
  // than an item.
  if (
    top?.tag === 'p' &&
    depth === stack.length - 1 &&
    depth > 0 &&
    top !== stack[0] &&
    (!space || start > 1 || start === 0)
  ) {
    return null;
  }
  const sign = marker.slice(-1);
  if (within?.sign !== sign || !LIST.test(within.tag) || !goesOn(within, start)) {
    begin(stack, depth, opened(start >= 0 ? 'ol' : 'ul', { sign, start, last: start }));
  } else {
    close(stack, depth);
    within.last = start;
  }
  const column = indent.length + marker.length + (space.length > 4 ? 1 : space.length || 1);
  stack.push(opened('li', { column }));
  return space ? rest.slice(column) : rest.slice(all.length);
}

/**
 * Returns true if this number continues the list. Otherwise another list begins. This keeps the numbers of dates: `31.` after `24.` must not be
 * shown as 25. Items that all have the same number are one list.
 */
function goesOn({ start = Number.NaN, last, kids }: Open, number: number): boolean {
  // The latest item is still open, so it is not counted yet.
  return Number.isNaN(number) || number === start + kids.length + 1 || (number === start && number === last);
}

/** Closes all blocks that the line does not continue, and begins a new block. A list accepts only items. */
function begin(stack: Open[], depth: number, block: Open): void {
  close(stack, depth);
  if (LIST.test(stack.at(-1)?.tag ?? '')) close(stack, depth - 1);
  stack.push(block);
}

function addCode(stack: Open[], leaf: Open, line: string, half: boolean): void {
  const end = line.trim();
  const sign = leaf.sign.charAt(0);
  if (end.length >= leaf.sign.length && !end.replaceAll(sign, '')) close(stack, stack.length - 1);
  else if (!half || !end || end.replaceAll(sign, '')) {
    const indent = Math.min(leaf.column, Math.max(0, line.search(/\S|$/)));
    leaf.text += `${line.slice(indent)}\n`;
  }
}

function addLine(stack: Open[], depth: number, rest: string, half: boolean): void {
  const top = stack.length > 1 ? stack.at(-1) : undefined;
  const matched = depth === stack.length - 1;
  const fence = FENCE.exec(rest);
  if (!rest.trim()) {
    if (top?.tag === 'p' && top.lists > 0) top.text += '\n';
    else close(stack, depth);
  } else if (RULE.test(rest)) {
    begin(stack, depth, opened('hr'));
    close(stack, stack.length - 1);
  } else if (HEADING.test(rest)) {
    const text = rest
      .replace(HEADING, '')
      .trimEnd()
      .replace(/(?<=^|\s)#+$/, '')
      .trim();
    begin(stack, depth, opened('h', { text }));
  } else if (fence) {
    begin(stack, depth, opened('pre', { sign: fence[2] ?? '', column: fence[1]?.length ?? 0, lang: fence[3] }));
  } else if (top?.tag === 'table' && matched && (top.sign !== '|' || rest.includes('|'))) {
    top.kids.push(rowOf(rest, top.aligns?.length, half));
    // An unmarked line below an item with • is not part of that item: authors who write • do not write Markdown.
  } else if (top?.tag === 'p' && (matched || !(ROW.test(rest) || stack.at(-3)?.sign === '•'))) {
    if (!matched || !addTable(stack, top, rest)) addText(top, `\n${rest.trim()}`);
  } else {
    begin(stack, depth, opened('p'));
    addText(stack.at(-1) ?? opened('p'), rest.trim());
  }
}

/** Continues a line that was cut. Its text cannot begin a block. */
function goOn(stack: Open[], text: string): void {
  const top = stack.length > 1 ? stack.at(-1) : undefined;
  if (top?.tag === 'pre') top.text = `${top.text.slice(0, -1) + closed(text)}\n`;
  else if (top?.tag === 'p') addText(top, text);
  else {
    begin(stack, stack.length - (top && LEAF.test(top.tag) ? 1 : 0), opened('p'));
    addText(stack.at(-1) ?? opened('p'), text.trimStart());
  }
}

function addText(leaf: Open, text: string): void {
  leaf.weight += text.length + MARK_WEIGHT * (text.match(/[<&*_~`|[\]\\\n@]/g)?.length ?? 0);
  leaf.text += text;
  leaf.lists += (text.match(LIST_TAG)?.length ?? 0) - (text.match(/<\/[uo]l\b/gi)?.length ?? 0);
}

/** Begins a table if the line is the delimiter row of a table whose head is the line above. Returns false otherwise. */
function addTable(stack: Open[], leaf: Open, line: string): boolean {
  const from = leaf.text.lastIndexOf('\n') + 1;
  const head = leaf.text.slice(from);
  const aligns = columnsOf(head, line);
  if (!aligns) return false;
  leaf.text = leaf.text.slice(0, Math.max(0, from - 1));
  if (from) close(stack, stack.length - 1);
  else stack.pop();
  stack.push(opened('table', { aligns, sign: head[0] === '|' ? '|' : '', kids: [rowOf(head, aligns.length)] }));
  return true;
}
