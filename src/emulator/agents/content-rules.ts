/**
 * Rules for the content of every branch. Merges are checked as well as calls, because two branches that each obey a rule may break it together, for
 * example if both add a topic of the same name.
 */

import type { FieldProblem } from '../../contract/shape/errors.ts';
import type { Content } from '../store/agents.ts';

export const MOST_ATTRIBUTES = 50;
export const MOST_VARIANTS = 1000;

/**
 * Returns the paths at which a merge into main would break a rule: a name used twice, too many entries, or a value for a missing attribute. Main
 * itself obeys the rules, so the merge adds or changes each of these paths.
 */
export function brokenRules(merged: Content, main: Content): readonly FieldProblem[] {
  const limits = { topics: Number.POSITIVE_INFINITY, attributes: MOST_ATTRIBUTES, variants: MOST_VARIANTS } as const;
  const lists = Object.entries(limits) as [keyof typeof limits, number][];
  return [
    ...lists.flatMap(([list, most]) => {
      const entries: readonly Named[] = Object.values(merged[list]);
      const before: Readonly<Record<string, Named>> = main[list];
      const taken = namesTwice(entries);
      const changed = entries.filter(each => each.name !== before[each.id]?.name && taken.has(each.name));
      const added = entries.length > most ? entries.filter(each => !Object.hasOwn(before, each.id)) : [];
      return [
        ...changed.map(({ id }) => ({ field: `${list}/${id}`, message: 'has a name that another entry has' })),
        ...added.map(({ id }) => ({ field: `${list}/${id}`, message: `is more than the ${most} that there may be` })),
      ];
    }),
    ...strayValues(merged),
  ];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function namesTwice(entries: readonly Named[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(entries.map(each => each.name).filter(name => seen.size === seen.add(name).size));
}

function strayValues({ attributes, variants }: Content): readonly FieldProblem[] {
  const names = new Set(Object.values(attributes).map(each => each.name));
  const stray = Object.values(variants).filter(each =>
    Object.keys(each.attributeValues.values).some(name => !names.has(name)),
  );
  return stray.map(({ id }) => ({ field: `variants/${id}`, message: 'has a value of an attribute that is not there' }));
}
