import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/contract/platform.ts';
import { describeFault, FAULT_FORMS } from '../../../src/demo/bench/fault-forms.ts';
import { FAULT_PATHS, namesPath, routePath } from '../../../src/emulator/faults/fault-paths.ts';
import { FAULT_KINDS, readFaultSpec } from '../../../src/emulator/faults/fault-specs.ts';

describe('fault forms', () => {
  it('there is one for every fault that the emulator knows, and no other', () => {
    expect(FAULT_FORMS.map(each => each.kind).sort()).toEqual([...FAULT_KINDS].sort());
    for (const { words } of FAULT_FORMS) expect(words).toMatch(/^[A-Z].+\.$/);
  });

  it.each(FAULT_FORMS.map(each => [each.kind, each] as const))('%s is taken as it stands', (kind, { fields }) => {
    const given = fields.filter(({ value }) => value !== '');
    const body = Object.fromEntries(given.map(({ name, value, form }) => [name, form === 'number' ? +value : value]));
    expect(readFaultSpec({ kind, ...body })).toEqual({ kind, ...body });
    expect(fields.map(each => each.name)).toContain('times');
  });

  it.each(FAULT_FORMS.map(each => [each.kind, each] as const))(
    '%s is taken with every field filled in, and with every choice',
    (kind, { fields }) => {
      const filled = Object.fromEntries(
        fields.map(({ name, value, form }) => [name, form === 'number' ? Number(value || 1) : value || 'text']),
      );
      expect(readFaultSpec({ kind, ...filled })).toEqual({ kind, ...filled });
      for (const { name, form } of fields) {
        if (!Array.isArray(form)) continue;
        for (const choice of form) expect(readFaultSpec({ kind, ...filled, [name]: choice })).toMatchObject({ kind });
      }
    },
  );

  it('every address that a page calls is among the choices', () => {
    const choices = FAULT_FORMS.flatMap(({ fields }) => fields).find(({ name }) => name === 'path')?.form ?? [];
    const ofServers = new Set(ROUTES.map(routePath));
    for (const path of FAULT_PATHS.filter(each => !ofServers.has(each)))
      expect([...choices].filter(choice => namesPath(choice, path))).toHaveLength(1);
  });

  it('a fault’s own text shows no token either', () => {
    expect(describeFault({ kind: 'garbage-frame', text: '{"access_token":"opaque"}' })).not.toContain('opaque');
  });

  it('a fault in force is told in words', () => {
    expect(describeFault({ kind: 'http-status', path: 'sessions', status: 503, times: 1 })).toBe(
      'http-status · path sessions · status 503 · 1 left',
    );
    expect(describeFault({ kind: 'delay', ms: 5, sessionId: '0123456789abc' })).toBe(
      'delay · ms 5 · session 01234567 · until cleared',
    );
  });
});
