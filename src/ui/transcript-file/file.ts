/**
 * A conversation as a text file to keep. Nearly all of its text comes from strangers, and nothing in it can pass for another message.
 * download.ts hands the file to the browser.
 */

import type { TimelineItem } from '../../client/api/chat-state.ts';
import type { Language } from '../i18n/panel-language.ts';
import { type Entry, oneLine, type Transcript, toTranscript } from './entries.ts';

export interface TranscriptFile {
  /** Safe on every file system: `Acme support 2026-01-15.txt`. */
  readonly name: string;
  /** MIME type with its character set. */
  readonly type: string;
  readonly text: string;
}

export interface TranscriptParts {
  /** The chat's messages, oldest first. */
  readonly items: readonly TimelineItem[];
  /** Title of the panel. */
  readonly title: string;
  /** Language of the panel: its words, times and direction. */
  readonly language: Language;
}

export function toTranscriptFile({ items, title, language }: TranscriptParts): TranscriptFile {
  const transcript = toTranscript(items, title, language);
  const last = items.findLast(({ at }) => at > 0)?.at;
  return {
    name: `${fileName(transcript.title, last)}.txt`,
    type: 'text/plain;charset=utf-8',
    text: toText(transcript),
  };
}

/** Writes the text with a byte order mark, or phones and old editors assume another character set. */
function toText({ title, range, entries }: Transcript): string {
  return `\ufeff${[[title, range].filter(Boolean).join('\n'), ...entries.map(entryText)].join('\n\n')}\n`;
}

/** Only the file's own lines start at the margin: every line of a message is indented. */
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
 * Returns a file name of at most 255 bytes, without characters that Windows, macOS or a shell treats specially, and never one of Windows'
 * reserved names.
 */
function fileName(title: string, at: number | undefined): string {
  const plain = title.replace(/\p{C}/gu, '').replace(/[/\\:*?"<>|%~$`]/g, ' ');
  const short = [...oneLine(plain).replace(/^[.\s-]+/, '')]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/[.\s]+$/, '');
  // The Swedish date format is ISO, here in the visitor's own time zone.
  const day = at === undefined ? '' : ` ${new Date(at).toLocaleDateString('sv')}`;
  return `${short || 'chat'}${day || ' transcript'}`;
}
