/** The pictures and pages that the emulator serves. The demo therefore needs no other server. */

export interface MediaFile {
  readonly contentType: string;
  readonly body: string;
}

/** Returns the file at a path. */
export function mediaFile(path: string): MediaFile | null {
  const picture = PICTURES.get(path);
  if (picture !== undefined) return { contentType: 'image/svg+xml; charset=utf-8', body: picture };
  const page = PAGES.get(path);
  return page === undefined ? null : { contentType: 'text/html; charset=utf-8', body: page };
}

function svg(width: number, height: number, title: string, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${title}</title>${shapes}</svg>`;
}

const PICTURES: ReadonlyMap<string, string> = new Map([
  [
    '/media/fern.svg',
    svg(
      96,
      96,
      'Fern',
      '<rect width="96" height="96" fill="#dfe9df"/><path d="M48 84C47 60 50 36 62 14" fill="none" stroke="#2f5d46" stroke-width="3" stroke-linecap="round"/><g fill="#4b8263"><path d="M49 66C36 68 28 63 23 54c12-1 21 3 26 12Z"/><path d="M50 66c10 0 18-4 23-13-11-1-19 4-23 13Z"/><path d="M51 49c-11 1-18-3-22-11 10 0 18 3 22 11Z"/><path d="M53 48c9 0 15-4 19-11-9-1-16 3-19 11Z"/><path d="M56 33c-8 0-14-3-17-9 8 0 14 3 17 9Z"/><path d="M58 32c6-1 11-4 13-10-7 0-11 4-13 10Z"/></g>',
    ),
  ],
  [
    '/media/maya.svg',
    svg(
      96,
      96,
      'Maya Okafor',
      '<rect width="96" height="96" fill="#efe2d4"/><path d="M16 96c2-20 14-30 32-30s30 10 32 30Z" fill="#3e5c76"/><path d="M40 56h16v12c0 5-3 8-8 8s-8-3-8-8Z" fill="#7a4a2f"/><circle cx="48" cy="30" r="21" fill="#2b1d17"/><ellipse cx="48" cy="42" rx="15" ry="18" fill="#8d5a3b"/><path d="M33 38c2-10 8-14 15-14s13 4 15 14c-6-5-10-6-15-6s-9 1-15 6Z" fill="#2b1d17"/><g fill="#2b1d17"><circle cx="42" cy="43" r="1.8"/><circle cx="54" cy="43" r="1.8"/></g><path d="M42 51c4 4 8 4 12 0" fill="none" stroke="#4a2a1a" stroke-width="2" stroke-linecap="round"/>',
    ),
  ],
  [
    '/media/armchair.svg',
    svg(
      640,
      360,
      'A green armchair on a wooden floor',
      '<rect width="640" height="360" fill="#ece6dc"/><rect y="270" width="640" height="90" fill="#c9ab84"/><g fill="#8b6642"><path d="m232 284-12 46h12l14-46Z"/><path d="m408 284 12 46h-12l-14-46Z"/></g><rect x="232" y="84" width="176" height="140" rx="34" fill="#3f6b53"/><rect x="222" y="206" width="196" height="82" rx="22" fill="#4b7d61"/><rect x="200" y="166" width="48" height="122" rx="24" fill="#35594a"/><rect x="392" y="166" width="48" height="122" rx="24" fill="#35594a"/><path d="M262 118c36-12 80-12 116 0" fill="none" stroke="#56896c" stroke-width="4" stroke-linecap="round"/>',
    ),
  ],
  [
    '/media/showroom.svg',
    svg(
      800,
      500,
      'A bright showroom with a table, two stools and a window on the harbour',
      '<rect width="800" height="500" fill="#f1ece3"/><rect y="370" width="800" height="130" fill="#c8a77c"/><rect x="80" y="70" width="300" height="200" fill="#bcd7e4"/><path d="M80 210h300v60H80Z" fill="#7fa9bf"/><path d="m190 210 18-58 2 58Zm30 0V146l34 64Z" fill="#fbfaf6"/><path d="M176 212h92l-12 18h-66Z" fill="#8b3f34"/><path d="M80 70h300v200H80Zm150 0v200M80 170h300" fill="none" stroke="#fbfaf6" stroke-width="10"/><path d="M610 0v120" stroke="#4d4a45" stroke-width="4"/><path d="M560 170c0-34 22-54 50-54s50 20 50 54Z" fill="#d99a3d"/><rect x="430" y="280" width="320" height="20" rx="6" fill="#9a6c3f"/><path d="M460 300h16l-8 130h-12Zm244 0h16l4 130h-12Z" fill="#83592f"/><rect x="496" y="344" width="74" height="14" rx="7" fill="#4b7d61"/><rect x="610" y="344" width="74" height="14" rx="7" fill="#4b7d61"/><path d="M506 358h8l-6 78h-8Zm46 0h8l6 78h-8Zm68 0h8l-6 78h-8Zm46 0h8l6 78h-8Z" fill="#6d4b2a"/><path d="M566 280v-26h34v26Z" fill="#fbfaf6"/><path d="M583 254c-4-22-18-30-30-32 2 16 12 28 30 32Zm0 0c2-24 14-36 28-40 2 20-8 36-28 40Z" fill="#4b8263"/>',
    ),
  ],
]);

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>body{font:17px/1.6 system-ui;margin:12vh auto;max-width:34rem;padding:0 1.5rem;color:#2b2a27;background:#faf8f4}</style><h1>${title}</h1><p>${text}</p><p>Harbour &amp; Pine is the shop of the Natter emulator. Nothing here can be bought.</p></html>`;
}

const PAGES: ReadonlyMap<string, string> = new Map([
  [
    '/shop/tern-armchair',
    page('Tern armchair', 'A deep seat, a straight back, and green wool from the hills behind the harbour.'),
  ],
  ['/shop/care-guide', page('Wood care', 'Oil twice a year, dust when you think of it, and no hot pans.')],
  [
    '/shop/delivery',
    page('Delivery', 'Two people carry it in, take the blankets back, and drink tea if there is some.'),
  ],
]);

export const MEDIA_PATHS: readonly string[] = [...PICTURES.keys(), ...PAGES.keys()];
