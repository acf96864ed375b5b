/** The icons: 20 px, drawn on a 24 grid, in the colour of the text beside them. They never carry a meaning alone, so none has a name. */

const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

const PATHS = {
  close: 'M6.5 6.5l11 11m0-11l-11 11',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  send: 'M12 19V5.5M6 11.5l6-6 6 6',
  down: 'M12 5v13.5M6 12.5l6 6 6-6',
  alert: `${CIRCLE}M12 8v4.5M12 16h.01`,
  info: `${CIRCLE}M12 11.5V16M12 8h.01`,
  offline: 'M4 4l16 16M9.2 5.6A6.5 6.5 0 0 1 18 11a4 4 0 0 1 2.3 6.6M6.2 8.8A6.6 6.6 0 0 0 5.4 11 4 4 0 0 0 6.5 19h8.6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  phone:
    'M6.4 4h2.8l1.5 4-2 1.6a12 12 0 0 0 5.7 5.7l1.6-2 4 1.5v2.8A2.4 2.4 0 0 1 17.4 20 13.6 13.6 0 0 1 4 6.6 2.5 2.5 0 0 1 6.4 4z',
  open: 'M8 16l8-8M9 8h7v7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
