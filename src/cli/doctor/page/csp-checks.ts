/** Checks the page's Content-Security-Policies against the script, its chunks, the broker, the platform and images. */

import { excerpt } from '../../command/safe-text.ts';
import { type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import { allowsScript, allowsUrl, governingDirective, type Policy, type ScriptLoad } from './csp.ts';

/** The known facts about the page and its installation of Natter. */
export interface PolicyCase {
  readonly page: string;
  readonly policies: readonly Policy[];
  /** Policies of Content-Security-Policy-Report-Only, which block nothing. */
  readonly reportOnly: readonly Policy[];
  /** The script of the tag; undefined if the widget is in the page's own bundle. */
  readonly script: ScriptLoad | undefined;
  readonly chunks: readonly string[];
  /** Base addresses; undefined if unknown. */
  readonly broker: string | undefined;
  readonly platform: string | undefined;
  /** Addresses of pictures in the tag's settings, such as the avatar. */
  readonly pictures: readonly string[];
  /** `data-image-origins`. */
  readonly imageOrigins: readonly string[];
  /** `data-nonce`. */
  readonly nonce: string;
}

interface Refused {
  readonly directive: string;
  readonly sources: readonly string[];
  /** The source to add to a policy. */
  readonly source: string;
}

const SCRIPT = ['script-src-elem', 'script-src', 'default-src'];
const CONNECT = ['connect-src', 'default-src'];
const IMAGE = ['img-src', 'default-src'];

export function checkPolicies(given: PolicyCase): readonly Finding[] {
  const { policies } = given;
  return [
    scriptFinding(given),
    connectFinding(given),
    styleFinding(given),
    imageFinding(given),
    sandboxFinding(policies),
    trustedTypesFinding(policies),
    reportOnlyFinding(given),
  ];
}

function refusedScripts(policies: readonly Policy[], { script, chunks, page }: PolicyCase): readonly Refused[] {
  if (!script) return [];
  const loads = [script, ...chunks.map(url => ({ url, nonce: script.nonce, integrity: '', parent: script }))];
  return refusedLoads(
    policies,
    SCRIPT,
    loads,
    (sources, load) => allowsScript(sources, load, page),
    load => load.url,
  );
}

function refusedLoads<T>(
  policies: readonly Policy[],
  names: readonly string[],
  loads: readonly T[],
  allows: (sources: readonly string[], load: T) => boolean,
  address: (load: T) => string,
): readonly Refused[] {
  return policies.flatMap(policy => {
    const rule = governingDirective(policy, names);
    if (!rule) return [];
    return loads
      .filter(load => !allows(rule.sources, load))
      .map(load => ({ ...rule, source: cspSourceFor(address(load)) }));
  });
}

function cspSourceFor(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === 'data:' ? 'data:' : `${protocol}//${host}`;
}

function refusedAddresses(
  policies: readonly Policy[],
  names: readonly string[],
  page: string,
  urls: readonly string[],
) {
  return refusedLoads(
    policies,
    names,
    urls,
    (sources, url) => allowsUrl(sources, url, page),
    url => url,
  );
}

/** Returns the addresses that the page connects to: the broker, the platform's session call, and the socket. */
function connectedAddresses({ broker, platform }: PolicyCase): readonly string[] {
  const asked = broker === undefined ? [] : [`${broker}/token`];
  if (platform === undefined) return asked;
  return [...asked, `${platform}/api/v1/sessions`, `${platform.replace(/^http/, 'ws')}/ws`];
}

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(' ');

const listed = (refused: readonly Refused[]): string => unique(refused.map(each => each.source));

/** Returns the fix in one sentence. If default-src blocks the address, the fix is to add the specific directive. */
function cspFixFor(wanted: string, refused: readonly Refused[]): string {
  const first = refused[0];
  if (first?.directive !== 'default-src') return `Add ${listed(refused)} to ${first?.directive ?? wanted}.`;
  const kept = first.sources.filter(source => source.toLowerCase() !== "'none'").map(excerpt);
  return `Add the directive ${wanted} ${unique([...kept, ...refused.map(each => each.source)])}.`;
}

function scriptFinding(given: PolicyCase): Finding {
  const name = 'csp-script';
  if (given.policies.length === 0) return ok(name, 'The page has no policy.');
  if (!given.script) return skipped(name, 'There is no script tag.');
  const refused = refusedScripts(given.policies, given);
  const { directive, sources } = refused[0] ?? {};
  if (!sources) return ok(name, 'natter.js and its chunks may be loaded.');
  const strict = sources.some(source => source.toLowerCase() === "'strict-dynamic'");
  const fix = strict ? 'Give the script tag the nonce of the page.' : cspFixFor('script-src', refused);
  return failed(name, `${directive} of the page's policy refuses natter.js or its chunks.`, fix);
}

function connectFinding(given: PolicyCase): Finding {
  const name = 'csp-connect';
  if (given.policies.length === 0) return ok(name, 'The page has no policy.');
  const urls = connectedAddresses(given);
  const refused = refusedAddresses(given.policies, CONNECT, given.page, urls);
  const { directive } = refused[0] ?? {};
  if (directive) {
    return failed(
      name,
      `${directive} of the page's policy refuses ${listed(refused)}.`,
      cspFixFor('connect-src', refused),
    );
  }
  if (given.broker === undefined) return skipped(name, 'Which broker is to be reached is not known.');
  if (given.platform === undefined) return ok(name, 'The broker may be reached; the platform is not known.');
  return ok(name, 'The broker and the platform may be reached.');
}

/** Checks the nonce of the style element. It matters only in browsers without constructable style sheets; no policy blocks such sheets. */
function styleFinding({ policies, nonce }: PolicyCase): Finding {
  const name = 'csp-style';
  const rules = policies.flatMap(
    policy => governingDirective(policy, ['style-src-elem', 'style-src', 'default-src']) ?? [],
  );
  const wrong = rules.find(({ sources }) => {
    const nonces = sources.filter(source => source.startsWith("'nonce-"));
    return nonces.length > 0 && !nonces.includes(`'nonce-${nonce}'`);
  });
  if (nonce === '' || !wrong) return ok(name, 'Nothing is needed: the style sheets of Natter are under no policy.');
  return warning(
    name,
    `data-nonce is none of the nonces in ${wrong.directive}.`,
    'Write the nonce of this very page into data-nonce, or leave the attribute out.',
  );
}

function imageFinding(given: PolicyCase): Finding {
  const name = 'csp-img';
  const origins = given.imageOrigins.filter(each => URL.canParse(each));
  const refused = refusedAddresses(given.policies, IMAGE, given.page, [...given.pictures, ...origins]);
  const { directive } = refused[0] ?? {};
  if (!directive) return ok(name, 'No picture that the tag names is refused.');
  return warning(
    name,
    `${directive} of the page's policy refuses pictures from ${listed(refused)}.`,
    cspFixFor('img-src', refused),
  );
}

function sandboxFinding(policies: readonly Policy[]): Finding {
  const name = 'csp-sandbox';
  const sandboxes = policies.flatMap(policy => governingDirective(policy, ['sandbox'])?.sources ?? []);
  const isBoxed = policies.some(policy => policy.directives.has('sandbox'));
  if (!isBoxed) return ok(name, 'The page is in no sandbox of its own.');
  const missing = (...wanted: readonly string[]) => wanted.filter(each => !sandboxes.includes(each));
  const vital = missing('allow-scripts', 'allow-same-origin');
  const useful = missing('allow-popups', 'allow-downloads');
  const fix = `Add ${[...vital, ...useful].join(' ')} to the directive sandbox.`;
  if (vital.length > 0) {
    const what = vital.join(' and ');
    return failed(
      name,
      `The sandbox of the page's policy does not have ${what}: Natter cannot run, or has no origin.`,
      fix,
    );
  }
  if (useful.length === 0) return ok(name, 'The sandbox lets scripts run, the page have its origin, and links open.');
  const what = useful.join(' and ');
  return warning(
    name,
    `The sandbox of the page's policy does not have ${what}: links open nothing, or nothing is saved.`,
    fix,
  );
}

function trustedTypesFinding(policies: readonly Policy[]): Finding {
  const asked = policies.some(policy => policy.directives.has('require-trusted-types-for'));
  return ok(
    'csp-trusted-types',
    asked ? 'Required, and nothing is needed: Natter makes no HTML and no code from strings.' : 'Not required.',
  );
}

function reportOnlyFinding(given: PolicyCase): Finding {
  const name = 'csp-report-only';
  const { reportOnly, page } = given;
  if (reportOnly.length === 0) return ok(name, 'The page has no policy that only reports.');
  const refused = [
    ...refusedScripts(reportOnly, given),
    ...refusedAddresses(reportOnly, CONNECT, page, connectedAddresses(given)),
    ...refusedAddresses(reportOnly, IMAGE, page, given.pictures),
  ];
  if (refused.length === 0) return ok(name, 'The policy that only reports would allow everything.');
  const directives = unique(refused.map(each => each.directive));
  return warning(
    name,
    `The policy that only reports would refuse ${listed(refused)} (${directives}).`,
    `Before it is enforced, add them: ${listed(refused)}.`,
  );
}
