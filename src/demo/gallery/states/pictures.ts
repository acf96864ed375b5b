/** Images for messages as data URLs, because the gallery must work without a network. */

const picture = (width: number, height: number, drawing: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>`,
  )}`;

/** A chair by a window, 16:9. */
export const CHAIR = picture(
  640,
  360,
  '<rect width="640" height="360" fill="#dfe7e2"/><rect x="390" y="40" width="180" height="170" fill="#f6efd9"/>' +
    '<path d="M480 40v170M390 125h180" stroke="#c9b48a" stroke-width="6"/><rect y="280" width="640" height="80" fill="#b98d5c"/>' +
    '<path d="M180 90v220M180 200h130v110M300 200v-20" fill="none" stroke="#7a4f2a" stroke-width="16" stroke-linecap="round"/>' +
    '<rect x="186" y="170" width="120" height="30" rx="12" fill="#1f5f4a"/>',
);

/** A face. */
export const FACE = picture(
  96,
  96,
  '<rect width="96" height="96" fill="#e9c9a7"/><circle cx="48" cy="42" r="20" fill="#8a5a3c"/>' +
    '<path d="M10 96a38 30 0 0 1 76 0z" fill="#35557a"/><path d="M26 40a22 22 0 0 1 44 0q-22-14-44 0z" fill="#2b1d16"/>',
);

/** A data URL that is not an image. */
export const BROKEN = 'data:image/png;base64,bm90IGEgcGljdHVyZQ==';
