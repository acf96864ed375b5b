/**
 * Makes a text file of a conversation. A message may come from a stranger, so its text must not be able to imitate other messages of the file.
 * download.ts downloads the file.
 */

import type { SavedTranscript } from '../context/extras.ts';
import { type Entry, oneLine, type Transcript, type TranscriptKit, toTranscript } from './entries.ts';

export interface TranscriptFile {
  /** A name that every file system accepts, such as `Acme support 2026-01-15.txt`. */
  readonly name: string;
  /** MIME type with its character set. */
  readonly type: string;
  readonly text: string;
}

export function toTranscriptFile({ items, title, language }: SavedTranscript, kit: TranscriptKit): TranscriptFile {
  const transcript = toTranscript(items, title, language, kit);
  const last = items.findLast(({ at }) => at > 0)?.at;
  return {
    name: `${fileName(transcript.title, last, kit)}.txt`,
    type: 'text/plain;charset=utf-8',
    text: toText(transcript),
  };
}

/** Begins with a byte order mark, because without it phones and old editors assume another character set. */
function toText({ title, range, entries }: Transcript): string {
  return `\ufeff${[[title, range].filter(Boolean).join('\n'), ...entries.map(entryText)].join('\n\n')}\n`;
}

/** Indents every line of a message. Only the file's own lines begin at the margin. */
function entryText({ day, time, author, text, enclosures, remark, kind }: Entry): string {
  const heading = day && `== ${day} ==\n\n`;
  if (!author) return kind === 'divider' ? `${heading}-- ${text} --` : `${heading}${time} -- ${text}`.trim();
  const lines = [
    ...(text ? text.split('\n') : []),
    ...enclosures.map(({ title, address }) => [title, address].filter(Boolean).join(': ')),
    remark && `(${remark})`,
  ];
  const body = lines
    .filter((line, place) => line || place < lines.length - 1)
    .map(line => `\n${line && `    ${line}`}`);
  return `${heading}${`${time} ${author}`.trim()}${body.join('')}`;
}

const MAX_NAME = 50;

/**
 * Returns a file name of at most 255 bytes. It contains no characters that Windows, macOS or a shell treats specially, and is not a reserved name
 * of Windows.
 */
function fileName(title: string, at: number | undefined, kit: TranscriptKit): string {
  const plain = title.replace(/\p{C}/gu, '').replace(/[/\\:*?"<>|%~$`]/g, ' ');
  const short = [...oneLine(plain, kit).replace(/^[.\s-]+/, '')]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/[.\s]+$/, '');
  // Uses the Swedish format, `2026-01-15`, for the date in the visitor's time zone.
  const day = at === undefined ? '' : ` ${new Date(at).toLocaleDateString('sv')}`;
  return `${short || 'chat'}${day || ' transcript'}`;
}
