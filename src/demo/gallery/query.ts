/** Reads the query of the gallery's address: `?theme=dark&locale=ar&width=320`, and `?state=menu` or `?only=menu,typing`. */

import { languages } from '../../entries/gallery.ts';
import { GROUPS, STATES } from './states/all-states.ts';
import type { GalleryState, StateGroup } from './states/gallery-state.ts';

/** Choices in the address, each with its values. The first value is the default. */
export const CHOICES = {
  theme: ['light', 'dark'],
  /** Every language of the widget. */
  locale: ['en-GB', ...languages.tags],
  /** The language decides unless a value is chosen. */
  direction: ['', 'ltr', 'rtl'],
  width: ['392', '320'],
  color: ['', '#1f5f4a', '#c2185b', '#ffd54f', '#111111', '#ffffff', '#39ff14', '#fff9c4'],
  /** Per cent. */
  zoom: ['100', '150', '200', '400'],
  /** The browser decides on motion and contrast unless a value is chosen. */
  motion: ['', 'reduced'],
  contrast: ['', 'more'],
} as const;

export type ChoiceName = keyof typeof CHOICES;

export interface GalleryQuery extends Readonly<Record<ChoiceName, string>> {
  readonly groups: readonly StateGroup[];
  /** Words to look for in names and titles. Frames without them are hidden. */
  readonly find: string;
  /** The only state to show, large. */
  readonly single: GalleryState | undefined;
  /** Names of states that do not exist. */
  readonly unknown: readonly string[];
}

export function readQuery(search: string): GalleryQuery {
  const params = new URLSearchParams(search);
  // Allows locales and colours that are not in the list.
  const choose = (name: ChoiceName): string => params.get(name) || CHOICES[name][0];
  const asked = params.get('state') ?? params.get('only') ?? '';
  const chooseListed = (name: ChoiceName): string =>
    CHOICES[name].find(each => each === params.get(name)) ?? CHOICES[name][0];
  const names = asked.split(',').filter(Boolean);
  const isChosen = (state: GalleryState): boolean => names.length === 0 || names.includes(state.name);
  return {
    theme: chooseListed('theme'),
    locale: choose('locale'),
    direction: chooseListed('direction'),
    width: chooseListed('width'),
    color: choose('color'),
    zoom: chooseListed('zoom'),
    motion: chooseListed('motion'),
    contrast: chooseListed('contrast'),
    find: params.get('find') ?? '',
    groups: GROUPS.map(group => ({ ...group, states: group.states.filter(isChosen) })).filter(
      each => each.states.length,
    ),
    single: params.has('state') ? STATES.find(state => state.name === names[0]) : undefined,
    unknown: names.filter(name => !STATES.some(state => state.name === name)),
  };
}

/** Returns the query for one state, or for all states, with the same choices. */
export function toSearch(query: GalleryQuery, state?: GalleryState): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(CHOICES) as ChoiceName[]) {
    if (query[name] !== CHOICES[name][0]) params.set(name, query[name]);
  }
  if (query.find) params.set('find', query.find);
  if (state) params.set('state', state.name);
  return `?${params}`;
}
