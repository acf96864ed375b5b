/** Reads a body up to a limit. Content-Length may lie or be absent, so the bytes that come are counted. */

export type BodyText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too_large' | 'unreadable' };

export async function readLimited(from: Request | Response, maxBytes: number): Promise<BodyText> {
  if (Number(from.headers.get('Content-Length')) > maxBytes) return { ok: false, reason: 'too_large' };
  if (from.body === null) return { ok: true, text: '' };
  const reader = from.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maxBytes) {
        // Not awaited: a sender that never stops must not hold the answer back.
        reader.cancel().catch(() => {});
        return { ok: false, reason: 'too_large' };
      }
      text += decoder.decode(part.value, { stream: true });
    }
    return { ok: true, text: text + decoder.decode() };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

/** The parsed JSON, or undefined when the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
