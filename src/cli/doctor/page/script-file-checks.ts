/** Fetches and checks natter.js, and the application's file that it names. */

import { createHash } from 'node:crypto';
import { displayUrl } from '../../command/safe-text.ts';
import { type CheckName, type Finding, failed, ok, skipped, warning } from '../findings/findings.ts';
import type { Ports, Reply } from '../findings/ports.ts';
import {
  BROWSER_REDIRECTS,
  describeReply,
  explainLostRedirect,
  findDowngrade,
  isRedirect,
} from '../findings/redirects.ts';
import { describeCause, mediaType } from '../findings/replies.ts';
import type { ScriptTag } from './script-tag-checks.ts';

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script$/;
/** Longest acceptable cache lifetime of natter.js, in seconds. A cached old copy requests chunks that no longer exist. */
const SHORT_S = 86_400;
/** Shortest acceptable cache lifetime of a chunk, in seconds. A chunk never changes, because its name contains a hash. */
const LONG_S = 604_800;

export interface ScriptResult {
  readonly findings: readonly Finding[];
  readonly chunks: readonly string[];
}

export async function examineScriptFile(tag: ScriptTag, origin: string, ports: Ports): Promise<ScriptResult> {
  const fetched = await ports.network.fetch(tag.url, { headers: { Origin: origin }, redirects: BROWSER_REDIRECTS });
  if (!fetched.ok) {
    const message = `${displayUrl(fetched.url ?? tag.url)} cannot be fetched: ${describeCause(fetched)}.`;
    return nothing(failed('script-reachable', message, 'Check src, and the server that it names.'));
  }
  const { reply } = fetched;
  const lost = redirectFault(reply, origin);
  if (lost) return nothing(failed('script-reachable', ...lost));
  if (reply.status !== 200) {
    return nothing(failed('script-reachable', describeReply(reply), 'Put natter.js there, or mend src.'));
  }
  const findings = [ok('script-reachable', describeReply(reply)), checkScriptType(reply), checkScriptCache(reply)];
  const application = /natter-app-[\w-]+\.js/.exec(reply.text)?.[0];
  if (application === undefined || !reply.text.includes('natter-chat')) {
    const message = isHtml(reply) ? 'What is served as natter.js is an HTML page.' : 'What is served is not natter.js.';
    const fix = 'Put the file natter.js of the package there, unchanged, with its chunks beside it.';
    return nothing(...findings, failed('script-is-natter', message, fix));
  }
  findings.push(ok('script-is-natter', 'It is natter.js.'), checkScriptIntegrity(tag, reply, origin));
  const chunks = await examineApplication(new URL(application, tag.url).href, tag, { origin, ports });
  return { findings: [...findings, ...chunks.findings], chunks: chunks.chunks };
}

/** Explains a redirect that browsers do not follow: without a target, or from https to http. */
function redirectFault(reply: Reply, origin: string): [message: string, fix: string] | undefined {
  if (isRedirect(reply)) return explainLostRedirect(reply);
  const fall = origin.startsWith('https:') ? findDowngrade(reply) : undefined;
  if (!fall) return undefined;
  return [
    `${displayUrl(fall.from)} redirects to plain http, to ${displayUrl(fall.to)}, which browsers block in an https page.`,
    'Make the server redirect to https, or serve the file where it is asked for.',
  ];
}

const nothing = (...findings: readonly Finding[]): ScriptResult => ({ findings, chunks: [] });

const isHtml = ({ text }: Reply): boolean => /^\s*<(!doctype|html|head|body)/i.test(text);

const hasNosniff = ({ headers }: Reply): boolean => /^\s*nosniff\b/i.test(headers.get('x-content-type-options') ?? '');

/** Checks the type of natter.js. Without `nosniff`, browsers run a classic script of almost any type. */
function checkScriptType(reply: Reply): Finding {
  const name = 'script-type';
  const type = mediaType(reply.headers);
  if (JAVASCRIPT.test(type)) return ok(name, `It is served as ${type}.`);
  const fix = 'Serve it with Content-Type: text/javascript; charset=utf-8.';
  const message = `natter.js is served as ${type || 'nothing in particular'}`;
  if (hasNosniff(reply) || /^(image|audio|video)\/|^text\/csv$/.test(type)) {
    return failed(name, `${message}, and browsers refuse to run that.`, fix);
  }
  return warning(name, `${message}, which browsers run only because they guess.`, fix);
}

/** Returns the lifetime in seconds; undefined if the header has none. */
function maxAge(headers: Headers): number | undefined {
  const control = headers.get('cache-control')?.toLowerCase() ?? '';
  if (/\b(no-cache|no-store)\b/.test(control)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d+)/.exec(control)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/**
 * Returns the lifetime in seconds that browsers assume if the reply has none: a tenth of the file's age. It may be long, because files in packages
 * are often dated 1985.
 */
function heuristicAge(headers: Headers): number {
  const [date = Number.NaN, modified = Number.NaN] = ['date', 'last-modified'].map(each =>
    Date.parse(headers.get(each) ?? ''),
  );
  return (date - modified) / 10_000 || 0;
}

function checkScriptCache({ headers }: Reply): Finding {
  const name = 'script-cache';
  const age = maxAge(headers);
  const fix = 'Serve natter.js with Cache-Control: no-cache, or a max-age of an hour.';
  if (age === undefined) {
    const days = Math.floor(heuristicAge(headers) / SHORT_S);
    const guess = days > 0 ? `: a tenth of its age, which is ${days} days` : '';
    return warning(name, `natter.js comes without a lifetime, so each browser makes one up${guess}.`, fix);
  }
  if (age === 0) return ok(name, 'Browsers ask each time whether it is still the same.');
  if (age <= SHORT_S) return ok(name, `Browsers ask for it anew after ${age} s.`);
  const days = Math.floor(age / SHORT_S);
  return warning(
    name,
    `Browsers may keep natter.js for ${days} days, longer than its chunks are there after an update.`,
    fix,
  );
}

function checkScriptIntegrity(tag: ScriptTag, reply: Reply, origin: string): Finding {
  const name = 'script-integrity';
  if (tag.integrity === '') return ok(name, 'The tag has no integrity, and needs none.');
  if (tag.isCrossOrigin && !tag.hasCrossorigin) {
    const message = 'integrity on a script of another origin needs crossorigin, or browsers refuse the script.';
    return failed(name, message, 'Write crossorigin="anonymous" into the tag.');
  }
  if (tag.isCrossOrigin && !mayRead(reply, origin)) {
    const message = 'With crossorigin the script must be served with Access-Control-Allow-Origin, and is not.';
    return failed(name, message, 'Serve it with Access-Control-Allow-Origin: *.');
  }
  if (matchesIntegrity(tag.integrity, reply.bytes)) return ok(name, 'It fits the file.');
  const now = `sha384-${createHash('sha384').update(reply.bytes).digest('base64')}`;
  return failed(
    name,
    'The integrity in the tag is not that of the file that is served.',
    `Write integrity="${now}", or leave it out.`,
  );
}

/** Returns true if the hash matches. Only the strongest algorithm counts, and unknown ones are ignored. */
function matchesIntegrity(integrity: string, bytes: Uint8Array): boolean {
  const hashes = [...integrity.matchAll(/(?:^|\s)(sha(?:256|384|512))-([A-Za-z\d+/_-]+={0,2})/g)];
  const strongest = hashes
    .map(([, algorithm = '']) => algorithm)
    .sort()
    .at(-1);
  if (strongest === undefined) return true;
  const actual = createHash(strongest).update(bytes).digest('base64');
  return hashes.some(([, algorithm, digest]) => algorithm === strongest && digest === actual);
}

function mayRead({ headers }: Reply, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')?.trim();
  return allowed === '*' || allowed === origin;
}

interface ChunkCase {
  readonly origin: string;
  readonly ports: Ports;
}

/** Checks the application: a module, with stricter rules than natter.js. */
async function examineApplication(url: string, tag: ScriptTag, around: ChunkCase): Promise<ScriptResult> {
  const chunks = [url];
  const application = await fetchChunk(url, around);
  if ('name' in application) return { findings: [application], chunks };
  const findings = [
    ok('chunks', 'The application is there.'),
    chunkType(application),
    chunkCors(application, tag, around),
    chunkCache(application),
  ];
  return { findings, chunks };
}

async function fetchChunk(url: string, { origin, ports }: ChunkCase): Promise<Reply | Finding> {
  const fetched = await ports.network.fetch(url, { headers: { Origin: origin }, redirects: BROWSER_REDIRECTS });
  const fix = 'Copy all natter*.js files of the package beside natter.js, of one and the same build.';
  if (!fetched.ok) {
    return failed('chunks', `${displayUrl(fetched.url ?? url)} cannot be fetched: ${describeCause(fetched)}.`, fix);
  }
  const { reply } = fetched;
  const lost = redirectFault(reply, origin);
  if (lost) return failed('chunks', ...lost);
  if (reply.status !== 200) return failed('chunks', describeReply(reply), fix);
  return isHtml(reply) ? failed('chunks', `What is served as ${displayUrl(url)} is an HTML page.`, fix) : reply;
}

function chunkType(reply: Reply): Finding {
  if (JAVASCRIPT.test(mediaType(reply.headers))) return ok('chunks-type', 'It is served as JavaScript.');
  const type = mediaType(reply.headers) || 'nothing in particular';
  const message = `${displayUrl(reply.url)} is served as ${type}, and browsers refuse modules of that type.`;
  return failed('chunks-type', message, 'Serve it with Content-Type: text/javascript; charset=utf-8.');
}

function chunkCors(reply: Reply, { isCrossOrigin }: ScriptTag, { origin }: ChunkCase): Finding {
  const name: CheckName = 'chunks-cors';
  if (!isCrossOrigin) return skipped(name, 'It has the origin of the page, which needs no leave.');
  if (mayRead(reply, origin)) return ok(name, 'The page may import it.');
  const message = `${displayUrl(reply.url)} comes without leave for ${origin}, and a module of another origin needs it.`;
  return failed(name, message, 'Serve all natter*.js files with Access-Control-Allow-Origin: *.');
}

function chunkCache(reply: Reply): Finding {
  if ((maxAge(reply.headers) ?? 0) >= LONG_S) return ok('chunks-cache', 'Browsers keep it.');
  const message = `Browsers do not keep ${displayUrl(reply.url)}, though it never changes under its name.`;
  const fix = 'Serve natter-*.js with Cache-Control: public, max-age=31536000, immutable.';
  return warning('chunks-cache', message, fix);
}
