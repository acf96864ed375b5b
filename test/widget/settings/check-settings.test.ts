// @vitest-environment node

import { describe, expect, it, vi } from 'vitest';
import { checkSettings } from '../../../src/widget/chat/check-settings.ts';
import { loadReport } from '../../../src/widget/chat/load-report.ts';
import { acceptSettings } from '../../../src/widget/settings/options.ts';
import { BROKER } from '../fixtures/live-platform.ts';

const TAGS = ['de', 'pt-br', 'zh-hans'];

async function check(own: object, props?: object) {
  const load = vi.fn(loadReport);
  const source = { broker: BROKER, ...own };
  const warnings = await checkSettings(
    { source, accepted: acceptSettings(source), tags: TAGS, ...(props && { props }) },
    load,
  );
  return { codes: warnings.map(({ code }) => code), fetches: load.mock.calls.length };
}

describe('the check of the settings', () => {
  it.each([
    [{}],
    [{ title: 'Shop', color: '#123456', autoOpen: 'true', sound: '' }],
    [{ locale: 'pt-BR', languages: 'de, en-GB' }],
    [{ imageOrigins: 'https://cdn.example.com, *, https://pictures.example.com/' }],
  ])('correct settings fetch nothing: %j', async own => {
    expect(await check(own)).toEqual({ codes: [], fetches: 0 });
  });

  it('correct props fetch nothing', async () => {
    const props = { broker: BROKER, onMessage() {}, className: 'chat', style: {}, 'data-testid': 'chat', ref: null };
    expect(await check({}, props)).toEqual({ codes: [], fetches: 0 });
  });

  it.each([
    [{ theme: 'pink' }, 'invalid_setting'],
    [{ colour: 'red' }, 'unknown_setting'],
    [{ onMessage() {} }, 'unknown_setting'],
    [{ locale: 'xx' }, 'unknown_language'],
    [{ imageOrigins: 'https://cdn.example.com/path' }, 'invalid_setting'],
    [{ imageOrigins: 'cdn.example.com' }, 'invalid_setting'],
    [{ broker: 'ftp://chat.example.com' }, 'invalid_broker'],
    [{ broker: '' }, 'missing_broker'],
  ])('a mistake is explained: %j is %s', async (own, code) => {
    expect(await check(own)).toEqual({ codes: [code], fetches: 1 });
  });

  it('a misspelt prop is explained', async () => {
    expect(await check({}, { onMesage() {} })).toEqual({ codes: ['unknown_setting'], fetches: 1 });
  });

  it('a mistake is reported without its explanation if that cannot be fetched', async () => {
    const source = { broker: BROKER, theme: 'pink' };
    const given = { source, accepted: acceptSettings(source) };
    expect(await checkSettings(given, () => Promise.reject(new Error('offline')))).toEqual([
      { code: 'invalid_setting', message: expect.stringContaining('could not be fetched') },
    ]);
  });
});
