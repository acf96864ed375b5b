/**
 * Draws the icons: 20 px wide, on a grid of 24, in the text's colour. They have no accessible name, because there is always a text or a label
 * beside them.
 */

const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

const PATHS = {
  close: 'M6.5 6.5l11 11m0-11l-11 11',
  more: 'M3 12h.01M12 12h.01M21 12h.01',
  send: 'M12 19V5.5M6 11.5l6-6 6 6',
  alert: `${CIRCLE}M12 8v4.5M12 16h.01`,
  copy: 'M11 9h6a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15 6a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  down: 'M12 5v13.5M6 12.5l6 6 6-6',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20.5a8 6.5 0 0 1 16 0',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2z',
  mail: 'M6 6h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM4.5 7.5L12 13l7.5-5.5',
  open: 'M7 17l10-10M8 7h9v9',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  forward: 'M9.5 6l6 6-6 6',
  back: 'M14.5 6l-6 6 6 6',
  info: `${CIRCLE}M12 11.5V16M12 8h.01`,
  offline: 'M4 4l16 16M6.5 19a4 4 0 0 1-.5-8 6 6 0 0 1 12 0 4 4 0 0 1 0 8z',
  windows: 'M8 4h10a2 2 0 0 1 2 2v8M4 10a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  save: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  sound: 'M4 10v4h3l5 4V6L7 10zM16 9a4.5 4.5 0 0 1 0 6',
  globe: `${CIRCLE}M3.5 12h17M12 3a13 13 0 0 1 0 18 13 13 0 0 1 0-18`,
  end: 'M5 5h9v14H5M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  enlarge: 'M14 4h6v6M20 4l-6.5 6.5M10 20H4v-6M4 20l6.5-6.5',
  shrink: 'M19.5 10h-5.5v-5.5M14 10l6.5-6.5M4.5 14h5.5v5.5M10 14l-6.5 6.5',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
