/** Draws a message's text: its links, and at the growing edge of a reply the words that are still settling. */

import { Link } from './Link.tsx';
import { type Piece, toPieces } from './rich-text.ts';

/** So many characters from the edge on are separate words; beyond, they have long settled and are one text again. */
const EDGE_CHARS = 100;
/** The border between the two moves in steps, so that most frames touch nothing but the last word. */
const STEP_CHARS = 200;

export interface RichTextProps {
  readonly text: string;
  /** The text grows: its last words fade in, and an address at its end may be half. */
  readonly growing?: boolean;
}

export function RichText({ text, growing = false }: RichTextProps) {
  const settled = growing ? Math.floor((text.length - EDGE_CHARS) / STEP_CHARS) * STEP_CHARS : text.length;
  return <>{toPieces(text, growing).map(piece => draw(piece, settled))}</>;
}

function draw(piece: Piece, settled: number) {
  if (piece.href) {
    return (
      <Link key={piece.at} href={piece.href} class="link">
        {piece.text}
      </Link>
    );
  }
  if (piece.at + piece.text.length <= settled) return piece.text;
  // The first word that starts behind the border; a border inside a word would fade its end a second time.
  const from = Math.max(0, settled - piece.at);
  const border = from === 0 ? 0 : piece.text.slice(0, from).search(/\S*$/);
  const words = piece.text.slice(border).match(/\s*\S+|\s+$/g) ?? [];
  let at = piece.at + border;
  return [
    piece.text.slice(0, border),
    ...words.map(word => {
      const key = at;
      at += word.length;
      return (
        <span key={key} class="settle">
          {word}
        </span>
      );
    }),
  ];
}
