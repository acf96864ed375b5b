/** What the gallery's address asks for: `?theme=dark&locale=ar&width=320`, and `?state=menu` or `?only=menu,typing`. */

import { languages } from '../../entries/gallery.ts';
import { GROUPS, STATES } from './states/all-states.ts';
import type { GalleryState, StateGroup } from './states/gallery-state.ts';

/** What an address may choose, the default first. */
export const CHOICES = {
  theme: ['light', 'dark'],
  /** Every language that there are words in. */
  locale: ['en-GB', ...languages.tags],
  width: ['392', '320'],
  color: ['', '#1f5f4a', '#c2185b', '#ffd54f', '#111111'],
} as const;

export type ChoiceName = keyof typeof CHOICES;

export interface Wanted extends Readonly<Record<ChoiceName, string>> {
  readonly groups: readonly StateGroup[];
  /** The only one that is shown, large. */
  readonly single: GalleryState | undefined;
  /** Names that no state has. */
  readonly unknown: readonly string[];
}

export function readWanted(search: string): Wanted {
  const params = new URLSearchParams(search);
  // A locale or colour that is not on the list is somebody's own, and welcome.
  const choose = (name: ChoiceName): string => params.get(name) || CHOICES[name][0];
  const asked = params.get('state') ?? params.get('only') ?? '';
  const names = asked.split(',').filter(Boolean);
  const wanted = (state: GalleryState): boolean => names.length === 0 || names.includes(state.name);
  return {
    theme: choose('theme') === 'dark' ? 'dark' : 'light',
    locale: choose('locale'),
    width: choose('width') === '320' ? '320' : '392',
    color: choose('color'),
    groups: GROUPS.map(group => ({ ...group, states: group.states.filter(wanted) })).filter(each => each.states.length),
    single: params.has('state') ? STATES.find(state => state.name === names[0]) : undefined,
    unknown: names.filter(name => !STATES.some(state => state.name === name)),
  };
}

/** The same look with other states: none for all of them. */
export function addressOf(wanted: Wanted, state?: GalleryState): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(CHOICES) as ChoiceName[]) {
    if (wanted[name] !== CHOICES[name][0]) params.set(name, wanted[name]);
  }
  if (state) params.set('state', state.name);
  return `?${params}`;
}
