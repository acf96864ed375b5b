/** The icons: 20 px, drawn on a 24 grid, in the colour of the text beside them. They never carry a meaning alone, so none has a name. */

const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

const PATHS = {
  close: 'M6.5 6.5l11 11m0-11l-11 11',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  send: 'M12 19V5.5M6 11.5l6-6 6 6',
  down: 'M12 5v13.5M6 12.5l6 6 6-6',
  alert: `${CIRCLE}M12 8v4.5M12 16h.01`,
  info: `${CIRCLE}M12 11.5V16M12 8h.01`,
  offline: 'M4 4l16 16M6.5 19a4 4 0 0 1-.5-8 6 6 0 0 1 12 0 4 4 0 0 1 0 8z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20a8 8 0 0 1 16 0',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z',
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
