import { describe, expect, it, vi } from 'vitest';
import { attributeFaults } from '../../../src/cli/doctor/page/attribute-checks.ts';
import { nearestName } from '../../../src/ui/i18n/did-you-mean.ts';
import { readSettings } from '../../../src/widget/chat/report-settings.ts';

const BROKER = 'https://chat.example.com';

describe('settings', () => {
  it('all settings have their documented defaults, given only the broker', () => {
    expect(readSettings({ broker: BROKER })).toEqual({
      warnings: [],
      settings: {
        broker: BROKER,
        widgetId: 'default',
        title: '',
        color: '',
        avatar: '',
        theme: 'auto',
        position: 'right',
        renderMode: 'floating',
        target: '',
        autoOpen: false,
        showLauncher: true,
        showHeader: true,
        platform: 'web',
        streaming: true,
        remember: 'conversation',
        locale: '',
        assistantNoun: '',
        teamNoun: '',
        teamText: '',
        imageOrigins: '',
        languages: '',
        consent: 'none',
        consentVersion: '1',
        privacyUrl: '',
        termsUrl: '',
        policyLinks: 'menu',
        disclaimer: '',
        disclaimerVisibility: 'always',
        phone: '',
        email: '',
        contactUrl: '',
        rating: 'off',
        feedback: 'off',
        sound: 'off',
        brokerCookies: false,
        keepAlive: 'conversation',
        contextUrl: '',
        transport: 'auto',
        nonce: '',
      },
    });
  });

  it.each([
    ['autoOpen', 'true', true],
    ['autoOpen', '', true],
    ['autoOpen', true, true],
    ['showLauncher', 'false', false],
    ['showHeader', false, false],
    ['theme', 'dark', 'dark'],
    ['position', 'left', 'left'],
    ['renderMode', 'inline', 'inline'],
    ['keepAlive', 'always', 'always'],
    ['remember', 'nothing', 'nothing'],
    ['remember', 'session', 'session'],
    ['teamNoun', 'the crew', 'the crew'],
    ['teamNoun', '{"de": "die Mannschaft"}', { de: 'die Mannschaft' }],
    ['teamNoun', { de: 'die Mannschaft' }, { de: 'die Mannschaft' }],
    ['starters', ['Hello'], ['Hello']],
    ['widgetId', 'sales', 'sales'],
    ['widgetId', '', 'default'],
    ['title', '  Help  ', 'Help'],
    ['avatar', 'https://example.com/a.png', 'https://example.com/a.png'],
    ['avatar', '/a.png', 'http://localhost:3000/a.png'],
    ['locale', undefined, ''],
    ['languages', ' de, en ', 'de, en'],
    ['languages', ['de', 'en'], 'de,en'],
    [
      'imageOrigins',
      ['https://cdn.example.com', 'https://img.example.com'],
      'https://cdn.example.com,https://img.example.com',
    ],
    ['consentVersion', '', '1'],
    ['consentVersion', '2026-01', '2026-01'],
    ['contactUrl', '/contact', 'http://localhost:3000/contact'],
    ['rating', 'on', 'on'],
    ['sound', 'on', 'on'],
    ['sound', '', 'on'],
    ['rating', '', 'on'],
  ])('%s takes %j', (name, given, expected) => {
    const { settings, warnings } = readSettings({ broker: BROKER, [name]: given });
    expect(warnings).toEqual([]);
    expect(settings).toHaveProperty(name, expected);
  });

  it.each([
    ['theme', 'blue', 'auto'],
    ['position', 'top', 'right'],
    ['autoOpen', 'yes', false],
    ['showLauncher', 0, true],
    ['title', 42, ''],
    ['avatar', 'javascript:alert(1)', ''],
    ['privacyUrl', {}, ''],
    ['platform', 'ios', 'web'],
    ['languages', 7, ''],
    ['contactUrl', 'javascript:alert(1)', ''],
    ['rating', 5, 'off'],
  ])('%s refuses %j with one warning that names it, and keeps its default', (name, given, fallback) => {
    const { settings, warnings } = readSettings({ broker: BROKER, [name]: given });
    expect(settings).toHaveProperty(name, fallback);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.code).toBe('invalid_setting');
    expect(warnings[0]?.message).toContain(`"${name}"`);
  });

  it.each([
    ['brocker', 'broker'],
    ['widgetid', 'widgetId'],
    ['colour', 'color'],
    ['possition', 'position'],
    ['mode', 'renderMode'],
    ['autopen', 'autoOpen'],
    ['launcher', 'showLauncher'],
    ['tilte', 'title'],
    ['privacy', 'privacyUrl'],
    ['header', 'showHeader'],
  ])('an unknown name %s gets one warning that suggests %s', (wrong, meant) => {
    const { settings, warnings } = readSettings({ broker: BROKER, [wrong]: 'x' });
    expect(settings).not.toBeNull();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.code).toBe('unknown_setting');
    expect(warnings[0]?.message).toContain(`"${wrong}"`);
    expect(warnings[0]?.message).toContain(`"${meant}"`);
  });

  it.each([
    ['foo', ['foo']],
    ['https://cdn.example.com cdn.example.com', ['cdn.example.com']],
    ['https://*.example.com, https://img.example.com/a', ['https://*.example.com', 'https://img.example.com/a']],
    ['https://cdn.example.com/ http://localhost:8080,*', []],
    ['https://cdn.example.com/,https://img.example.com/', []],
    [' ', []],
  ])('invalid origins in %j are reported one by one: %j', (imageOrigins, wrong) => {
    const { settings, warnings } = readSettings({ broker: BROKER, imageOrigins });
    expect(settings?.imageOrigins).toBe(imageOrigins.trim());
    expect(warnings).toEqual(
      wrong.map(part => ({
        code: 'invalid_setting',
        message: `"imageOrigins" has "${part}", no origin such as "https://cdn.example.com". It is left out.`,
      })),
    );
  });

  it.each([
    'gtmsrc',
    'nominal',
    'hidden',
    'foo',
    'x',
    'turboEval',
    'turbolinksTrack',
    'cfasync',
    'cookieconsent',
    'cookiecategory',
    'cookiefirstCategory',
    'category',
    'name',
    'type',
    'src',
    'noOptimize',
    'noptimize',
    'astroExec',
    'nscript',
    'wpStrategy',
    'hid',
    'rh',
    'usercentrics',
    'service',
    'cmplzSrc',
    'borlabsCookieId',
    'cmpSrc',
    'cmpVendor',
    'iubPurposes',
    'suppressedsrc',
    'otIgnore',
    'categories',
    'typ',
    'source',
    'cfModified-f00-',
    'cfSettings',
    'rocketSrc',
    'rocketType',
    'minify',
    'optimized',
    'perfmattersType',
    'pagespeedOrigType',
    'nHead',
    'gatsbyHead',
    'href',
    'breeze',
    '(*[',
  ])('%s resembles no setting, and gets no warning', name => {
    expect(readSettings({ broker: BROKER, [name]: 'x' }).warnings).toEqual([]);
    const attribute = `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    expect(attributeFaults({ [attribute]: 'x' }, new Set())).toEqual([]);
  });

  it.each([
    ['onMessage', 'message'],
    ['onHandoffRequired', 'handoff-required'],
  ])('the warning about the handler %s suggests on()', (name, event) => {
    const { warnings } = readSettings({ broker: BROKER, [name]: () => {} });
    expect(warnings).toEqual([
      { code: 'unknown_setting', message: `"${name}" is no setting: use Natter.on('${event}', …).` },
    ]);
  });

  it.each([
    ['a text', { ...('broker: x' as unknown as object) }],
    ['a list', { ...['broker', 'x'] }],
  ])('%s in place of the settings causes one warning, not one for each letter', (_, spread) => {
    const { settings, warnings } = readSettings({ broker: BROKER, ...spread });
    expect(settings?.broker).toBe(BROKER);
    expect(warnings.map(each => each.code)).toEqual(['invalid_setting']);
    expect(warnings[0]?.message).toContain('Settings are an object');
  });

  it('names with special characters of patterns are plain names', () => {
    expect(nearestName('(*[', ['title', 'color'])).toBeUndefined();
  });

  it.each([
    ['https://chat.example.com/', 'https://chat.example.com'],
    ['https://example.com/chat/', 'https://example.com/chat'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['\n  https://chat.example.com/\n', 'https://chat.example.com'],
    ['HTTPS://chat.example.com', 'https://chat.example.com'],
    ['https://Chat.Example.COM/Chat/', 'https://chat.example.com/Chat'],
    ['HTTP://LocalHost:4000', 'http://localhost:4000'],
  ])('the broker may be %s', (given, expected) => {
    expect(readSettings({ broker: given }).settings?.broker).toBe(expected);
  });

  it.each([
    ['/api/chat', 'http://localhost:3000/api/chat'],
    ['/', 'http://localhost:3000'],
    ['/chat/', 'http://localhost:3000/chat'],
  ])('the broker may be the path %s on the page’s own site', (given, expected) => {
    document.head.append(Object.assign(document.createElement('base'), { href: 'https://cdn.example.com/assets/' }));
    expect(readSettings({ broker: given }).settings?.broker).toBe(expected);
    document.querySelector('base')?.remove();
  });

  it.each(['file:///shop.html', 'http://shop.example.com/', 'capacitor://localhost/', 'about:srcdoc'])(
    'the broker may not be a path on %s, where no usable address results',
    page => {
      const { origin } = new URL(page);
      vi.stubGlobal('location', { origin });
      const { settings, warnings } = readSettings({ broker: '/api/chat' });
      vi.unstubAllGlobals();
      expect(settings).toBeNull();
      expect(warnings).toEqual([
        {
          code: 'invalid_broker',
          message: 'Must be https://host or, on https, /path, not "/api/chat".',
        },
      ]);
    },
  );

  it('a path stays unchanged without a page', () => {
    vi.stubGlobal('location', undefined);
    expect(readSettings({ broker: '/api/chat' })).toMatchObject({ settings: { broker: '/api/chat' }, warnings: [] });
    vi.unstubAllGlobals();
  });

  it.each(['http://chat.example.com', 'EMBEDDING.md', ''])(
    'the warning about the broker %j quotes it, and names the right form',
    given => {
      const [warning] = readSettings({ broker: given }).warnings;
      expect(warning?.message).toBe(`Must be https://host or, on https, /path, not "${given}".`);
    },
  );

  it.each([
    'http://chat.example.com',
    'chat.example.com',
    'api/chat',
    '//chat.example.com',
    'https://user:secret@chat.example.com',
    'https://chat.example.com?a=1',
    'https://chat.example.com#a',
    'http://localhost.example.com',
    'http://localhost:4000@example.com',
    'http://127.0.0.1.example.com',
    'javascript:alert(1)',
    'https://',
  ])('the broker may not be %s', given => {
    const { settings, warnings } = readSettings({ broker: given });
    expect(settings).toBeNull();
    expect(warnings.map(each => each.code)).toEqual(['invalid_broker']);
  });

  it('the broker may be a URL', () => {
    const { settings, warnings } = readSettings({ broker: new URL('https://example.com/chat/') });
    expect(settings?.broker).toBe('https://example.com/chat');
    expect(warnings).toEqual([]);
  });

  it.each(['avatar', 'privacyUrl', 'termsUrl', 'contactUrl'])('%s may be a URL as well', name => {
    const { settings, warnings } = readSettings({ broker: BROKER, [name]: new URL('https://example.com/a b') });
    expect(settings).toHaveProperty(name, 'https://example.com/a%20b');
    expect(warnings).toEqual([]);
  });

  it.each([
    new URL('ftp://example.com'),
    { href: 42 },
    { href: { baseVal: '/a.png' } },
    Object.create(null),
    Symbol('/a.png'),
    [new URL('https://example.com')],
  ])('a value that is neither text nor a URL of the web is refused: %s', given => {
    const { settings, warnings } = readSettings({ broker: BROKER, avatar: given });
    expect(settings).toHaveProperty('avatar', '');
    expect(warnings.map(each => each.message)).toEqual([
      expect.stringMatching(/^"avatar" cannot be ".+": it must be a string or URL with an http\(s\) address\./),
    ]);
  });

  it.each([42, {}, Symbol('x'), ['http://example.com']])(
    'a broker that is neither text nor URL is refused: %s',
    given => {
      const { settings, warnings } = readSettings({ broker: given });
      expect(settings).toBeNull();
      expect(warnings.map(each => each.code)).toEqual(['invalid_broker']);
    },
  );

  it.each([
    ['locale', 'en-GB', []],
    ['locale', 'pt_BR', []],
    ['locale', 'klingon', ['klingon']],
    ['locale', 'not a tag', ['not a tag']],
    ['languages', 'de, en,', []],
    ['languages', ['de', 'xx', 'pt'], ['xx']],
  ])('%s %j: each language without words gets one warning with what there is', (name, given, wrong) => {
    const source = { broker: BROKER, [name]: given };
    const { warnings } = readSettings(source, ['de', 'pt-br']);
    expect(warnings.map(each => each.message)).toEqual(
      wrong.map(tag => `There are no words for "${tag}". There are en, de, pt-br.`),
    );
    expect(warnings.every(each => each.code === 'unknown_language')).toBe(true);
    // A chat without a user interface has no texts.
    expect(readSettings(source).warnings).toEqual([]);
  });

  it.each([{}, { broker: '' }, { broker: undefined }])('without a broker there are no settings: %j', source => {
    const { settings, warnings } = readSettings(source);
    expect(settings).toBeNull();
    expect(warnings.map(each => each.code)).toEqual(['missing_broker']);
  });
});
