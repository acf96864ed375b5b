/** Merges a branch into main, path by path. */

import type { Content, Variant } from '../store/agents.ts';

/** `behavior`, `topics/{id}`, `attributes/{id}`, `variants/{id}` → the value there, or undefined. */
type Paths = Readonly<Record<string, unknown>>;

export interface Resolution {
  readonly path: readonly string[];
  readonly strategy: 'ours' | 'theirs' | 'base';
  readonly value?: unknown;
}

export type Merge =
  | { readonly ok: true; readonly content: Content; readonly changed: boolean }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] };

/** A path that cannot be merged, and why. */
export interface Conflict {
  readonly field: string;
  readonly message: string;
}

export const MOST_ATTRIBUTES = 50;

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
 * Merges two sides. A path is in conflict if both have changed it since the base, to different values, and no resolution names it; or if the branch's
 * change would bring a second entry of one name, or an attribute too many.
 */
export function merge(base: Content, ours: Content, theirs: Content, resolutions: readonly Resolution[] = []): Merge {
  const [before, main, branch] = [pathsOf(base), pathsOf(ours), pathsOf(theirs)];
  const decided = new Map(resolutions.map(each => [each.path.join('/'), each]));
  const merged: Record<string, unknown> = {};
  const conflicts: Conflict[] = [];
  const decide = ({ field, message }: Conflict): void => {
    const resolution = decided.get(field);
    if (resolution) merged[field] = resolved(resolution, before[field], main[field], branch[field]);
    else conflicts.push({ field, message });
  };
  for (const field of new Set([...Object.keys(before), ...Object.keys(main), ...Object.keys(branch)])) {
    const changedHere = !same(before[field], main[field]);
    const changedThere = !same(before[field], branch[field]);
    if (!changedThere) merged[field] = main[field];
    else if (!changedHere || same(main[field], branch[field])) merged[field] = branch[field];
    else decide({ field, message: 'was changed on main and on the branch' });
  }
  const isTheirs = (field: string): boolean => !same(main[field], merged[field]);
  for (const clash of clashesIn(contentOf(merged)).filter(({ field }) => isTheirs(field))) decide(clash);
  if (conflicts.length > 0) return { ok: false, conflicts };
  const content = withOneDefault(contentOf(merged), base, theirs);
  return { ok: true, content, changed: !same(pathsOf(content), main) };
}

/** Finds what a single call would have refused: entries with the name of another one, and attributes beyond the most. */
function clashesIn({ topics, variants, attributes }: Content): readonly Conflict[] {
  const twice = Object.entries({ topics, variants }).flatMap(([list, entries]) => {
    const names = Object.values(entries).map(({ name }) => name);
    const isTaken = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
    const taken = Object.values(entries).filter(({ name }) => isTaken(name));
    return taken.map(({ id }) => ({ field: `${list}/${id}`, message: 'has a name that another entry has' }));
  });
  const ids = Object.keys(attributes);
  if (ids.length <= MOST_ATTRIBUTES) return twice;
  const message = `is one of more than ${MOST_ATTRIBUTES} attributes`;
  return [...twice, ...ids.map(id => ({ field: `attributes/${id}`, message }))];
}

/**
 * Sides that make different variants the default change different paths, so both come through. The branch's choice counts if it made one, as its
 * other changes do.
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
