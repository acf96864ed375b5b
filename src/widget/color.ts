/** Any CSS colour as `#rrggbb`, by letting the browser paint it: names, rgb(), hsl(), oklch() and what is still to come. */

/** Answers the text itself where nothing can be painted. Transparency is dropped. */
export function toHex(color: string): string {
  if (color.startsWith('#')) return color;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d');
  if (!brush) return color;
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  const parts = [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}
