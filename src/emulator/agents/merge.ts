/** Merges a branch into main, path by path. */

import type { FieldProblem } from '../../contract/shape/errors.ts';
import type { Content, Variant } from '../store/agents.ts';
import { brokenRules } from './content-rules.ts';

/** `behavior`, `topics/{id}`, `attributes/{id}`, `variants/{id}` → the value there, or undefined. */
type Paths = Readonly<Record<string, unknown>>;

export interface Resolution {
  readonly path: readonly string[];
  readonly strategy: 'ours' | 'theirs' | 'base';
  readonly value?: unknown;
}

export type Merge =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly conflicts: readonly FieldProblem[] };

const LISTS = ['topics', 'attributes', 'variants'] as const;

export function pathsOf(content: Content): Paths {
  const paths: Record<string, unknown> = { behavior: content.behavior ?? undefined };
  for (const list of LISTS) for (const [id, value] of Object.entries(content[list])) paths[`${list}/${id}`] = value;
  return paths;
}

function contentOf(paths: Paths): Content {
  const lists: Record<(typeof LISTS)[number], Record<string, unknown>> = { topics: {}, attributes: {}, variants: {} };
  for (const [path, value] of Object.entries(paths)) {
    const [list, id] = path.split('/') as [(typeof LISTS)[number], string | undefined];
    if (id !== undefined && value !== undefined) lists[list][id] = value;
  }
  return { behavior: typeof paths.behavior === 'string' ? paths.behavior : null, ...lists } as Content;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two sides. A path is in conflict if both sides have changed it to different values since the base and no resolution names it, or if the
 * merged content would break a rule there.
 */
export function merge(base: Content, ours: Content, theirs: Content, resolutions: readonly Resolution[] = []): Merge {
  const [before, main, branch] = [pathsOf(base), pathsOf(ours), pathsOf(theirs)];
  const decided = new Map(resolutions.map(each => [each.path.join('/'), each]));
  const merged: Record<string, unknown> = {};
  const conflicts: FieldProblem[] = [];
  for (const path of new Set([...Object.keys(before), ...Object.keys(main), ...Object.keys(branch)])) {
    const changedHere = !same(before[path], main[path]);
    const changedThere = !same(before[path], branch[path]);
    const resolution = decided.get(path);
    if (!changedThere) merged[path] = main[path];
    else if (!changedHere || same(main[path], branch[path])) merged[path] = branch[path];
    else if (resolution) merged[path] = resolved(resolution, before[path], main[path], branch[path]);
    else conflicts.push({ field: path, message: 'was changed on main and on the branch' });
  }
  if (conflicts.length > 0) return { ok: false, conflicts };
  for (const { field: path } of brokenRules(contentOf(merged), ours)) {
    const resolution = decided.get(path);
    if (resolution) merged[path] = resolved(resolution, before[path], main[path], branch[path]);
  }
  const content = withOneDefault(contentOf(merged), base, theirs);
  const broken = brokenRules(content, ours);
  if (broken.length > 0) return { ok: false, conflicts: broken };
  return { ok: true, content };
}

/**
 * Keeps one default variant. If main and the branch each make another variant the default, they change different paths, so the merge would leave two
 * defaults. The branch's choice wins.
 */
function withOneDefault(content: Content, base: Content, theirs: Content): Content {
  const variants = Object.values(content.variants);
  const defaults = variants.filter(each => each.isDefault);
  if (variants.length === 0 || defaults.length === 1) return content;
  const isNew = ({ id }: Variant) => theirs.variants[id]?.isDefault === true && base.variants[id]?.isDefault !== true;
  const kept = defaults.find(isNew) ?? defaults[0] ?? variants[0];
  const list = variants.map(each => [each.id, { ...each, isDefault: each === kept }]);
  return { ...content, variants: Object.fromEntries(list) };
}

function resolved({ strategy, value }: Resolution, base: unknown, ours: unknown, theirs: unknown): unknown {
  if (value !== undefined) return value;
  if (strategy === 'base') return base;
  return strategy === 'ours' ? ours : theirs;
}
