/** The body of an external event: read by its content type, and searched for the event's id. */

import { XMLParser } from 'fast-xml-parser';
import { EVENT_CONTENT_TYPES } from '../../contract/families/external-events.ts';
import { Problem } from '../model/problem.ts';
import { isTooDeep } from '../rest/body.ts';
import type { RawCall } from '../rest/call.ts';

export interface Payload {
  readonly contentType: string;
  /** Parsed JSON, the fields of a form, or the text. */
  readonly data: unknown;
  /** The value in which the path to the event's id is looked up. */
  readonly tree: unknown;
}

const isKnown = (type: string): boolean => (EVENT_CONTENT_TYPES as readonly string[]).includes(type);

export function readPayload({ headers, body }: RawCall): Payload {
  const contentType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!isKnown(contentType)) {
    throw new Problem(400, `The Content-Type must be one of ${EVENT_CONTENT_TYPES.join(', ')}.`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (contentType === 'application/json') return readJson(text);
  } catch {
    throw unreadable();
  }
  if (contentType === 'application/xml') return { contentType, data: text, tree: readXml(text) };
  const form = Object.fromEntries(
    new URLSearchParams(contentType === 'text/plain' ? text.replace(/[\r\n]+/g, '&') : text),
  );
  return contentType === 'text/plain'
    ? { contentType, data: text, tree: form }
    : { contentType, data: form, tree: form };
}

const unreadable = (): Problem => new Problem(400, 'The body cannot be read.');

/** Reads JSON. The payload becomes part of the record, so JSON that is nested too deep for JSON.stringify is refused. */
function readJson(text: string): Payload {
  const data: unknown = JSON.parse(text);
  if (isTooDeep(data)) throw unreadable();
  return { contentType: 'application/json', data, tree: data };
}

function readXml(text: string): unknown {
  // Entities are not expanded, because a document of a few lines could grow to gigabytes.
  const parser = new XMLParser({ processEntities: false, parseTagValue: false, ignoreAttributes: true });
  try {
    return parser.parse(text, true);
  } catch {
    throw unreadable();
  }
}

/**
 * Returns the text at a path, or undefined. In XML the path may begin with the name of the root element. In a form or a plain text the path is a
 * single name.
 */
export function textAt({ contentType, tree }: Payload, path: string): string | undefined {
  if (contentType === 'application/json') return walk(tree, path.split('.'));
  if (contentType !== 'application/xml') return walk(tree, [path]);
  const parts = path.split('.');
  const [root] = Object.entries(tree as object).filter(([name]) => !name.startsWith('?'));
  if (!root) return undefined;
  return walk(root[1], parts) ?? (parts[0] === root[0] ? walk(root[1], parts.slice(1)) : undefined);
}

function walk(tree: unknown, parts: readonly string[]): string | undefined {
  let value = tree;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
