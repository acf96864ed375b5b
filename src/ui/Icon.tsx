/**
 * The icons: 20 px, drawn on a 24 grid, in the colour of the text beside them. They never carry a meaning alone, so none has a name. Here
 * are those of an empty panel; the others are LateIcon.tsx.
 */

export const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

export const PATHS = {
  close: 'M6.5 6.5l11 11m0-11l-11 11',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  send: 'M12 19V5.5M6 11.5l6-6 6 6',
  alert: `${CIRCLE}M12 8v4.5M12 16h.01`,
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return draw(name, PATHS[name]);
}

export const draw = (name: string, path: string) => (
  <svg class={`icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
