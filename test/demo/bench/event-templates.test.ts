import { describe, expect, it } from 'vitest';
import { eventTemplates, templateName } from '../../../src/demo/bench/event-templates.ts';
import { canonicalType, decodeServerEvent } from '../../../src/protocol/decode.ts';
import { projectFiles } from '../../package/project-files.ts';

const TEMPLATES = eventTemplates(() => 'fresh');
/** A type that no client knows. The bench offers it on purpose. */
const UNKNOWN = 'FROM_THE_FUTURE';

/** Events with a heading of their own in docs/PROTOCOL.md, without batches, which are frames. */
function documentedTypes(): readonly string[] {
  const text = projectFiles('docs/PROTOCOL.md').get('docs/PROTOCOL.md') ?? '';
  const headings = [...text.matchAll(/^### ([A-Z_]+(?:, [A-Z_]+)*)(?: \(echo\))?\n\n_platform → client_/gm)];
  return headings.flatMap(([, names = '']) => names.split(', ')).filter(name => name !== 'EVENT_BATCH');
}

describe('event templates', () => {
  it('there is one for every event that the platform sends, and one that nobody knows', () => {
    expect(documentedTypes().length).toBeGreaterThan(20);
    expect(TEMPLATES.map(each => canonicalType(each.type)).sort()).toEqual([...documentedTypes(), UNKNOWN].sort());
  });

  it.each(TEMPLATES.map(each => [templateName(each), each] as const))('%s can be read', (name, template) => {
    const read = decodeServerEvent({ id: 'e1', sequence: 1, timestamp: '2026-01-01T00:00:00Z', ...template });
    expect(read).toMatchObject({ type: name === UNKNOWN ? 'OTHER' : name });
  });

  it('names are told apart, and messages have a fresh id each', () => {
    expect(new Set(TEMPLATES.map(templateName)).size).toBe(TEMPLATES.length);
    let ids = 0;
    const fresh = eventTemplates(() => `id-${ids++}`);
    expect(JSON.stringify(fresh)).toContain('id-0');
    expect(ids).toBe(4);
  });
});
