/** Fetches the page, and checks its type and certificate. Notices if the address is that of a broker. */

import { readBrokerError } from '../../../protocol/http-api.ts';
import { displayUrl } from '../../command/safe-text.ts';
import { type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Ports, Reply } from '../findings/ports.ts';
import {
  BROWSER_REDIRECTS,
  describeReply,
  explainLostRedirect,
  findDowngrade,
  isRedirect,
} from '../findings/redirects.ts';
import { describeCause, mediaType, parseJson } from '../findings/replies.ts';
import { checkCertificate } from '../servers/certificate-check.ts';
import { type Policy, readPolicies, readPolicy } from './csp.ts';
import { type PageHtml, readHtml } from './html.ts';

export interface Page {
  /** Address after redirects. */
  readonly url: string;
  readonly html: PageHtml;
  /** Source text of the page. */
  readonly source: string;
  readonly policies: readonly Policy[];
  readonly reportOnly: readonly Policy[];
}

export interface PageResult {
  readonly findings: readonly Finding[];
  readonly page?: Page;
  /** True if a broker answers at the address. */
  readonly isBroker?: boolean;
}

export async function examinePage(address: string, ports: Ports): Promise<PageResult> {
  const headers = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  const fetched = await ports.network.fetch(address, { headers, redirects: BROWSER_REDIRECTS });
  if (!fetched.ok) {
    const { url = address } = fetched;
    const certificate = await checkCertificate('page-certificate', url, ports);
    if (certificate?.status === 'failed') return { findings: [certificate] };
    const led = url === address ? '' : `${displayUrl(address)} redirects, and `;
    const message = `${led}${displayUrl(url)} cannot be fetched: ${describeCause(fetched)}.`;
    const fix = 'Check the address, and that this machine may reach it.';
    return { findings: [failed('page-reachable', message, fix)] };
  }
  const { reply } = fetched;
  if (looksLikeBroker(reply)) return { findings: [], isBroker: true };
  const refusal = pageStatusFault(reply);
  if (refusal) return { findings: [refusal] };
  const certificate = await checkCertificate('page-certificate', reply.url, ports);
  const found = [pageReachedFinding(reply), ...(certificate ? [certificate] : [])];
  const type = mediaType(reply.headers);
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(type)) {
    const fix = 'Give the address of a page, or serve it as text/html.';
    return {
      findings: [
        ...found,
        failed('page-html', `It is served as ${type || 'nothing in particular'}, not as HTML.`, fix),
      ],
    };
  }
  return { findings: [...found, ok('page-html', 'It is HTML.')], page: readPage(reply) };
}

function pageReachedFinding(reply: Reply): Finding {
  const name = 'page-reachable';
  const { via, url } = reply;
  const fall = findDowngrade(reply);
  if (fall) {
    const message = `${displayUrl(fall.from)} redirects from https to plain http, to ${displayUrl(fall.to)}.`;
    return warning(name, message, 'Serve the page over https, and redirect http to https, never back.');
  }
  const asked = hostOf(via[0] ?? url);
  if (asked === hostOf(url)) return ok(name, describeReply(reply));
  return warning(
    name,
    `${displayUrl(via[0] ?? url)} redirects to another host: what follows is about ${displayUrl(url)}.`,
    'If that is not your page, a login for one, check without it by --broker and --origin.',
  );
}

/** Returns the host without `www.`, because people take both for the same site. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

function pageStatusFault(reply: Reply): Finding | undefined {
  const { status } = reply;
  if (status >= 200 && status < 300) return undefined;
  if (isRedirect(reply)) return failed('page-reachable', ...explainLostRedirect(reply));
  const fix =
    status === 401 || status === 403
      ? 'Let this machine see the page, or give --broker and --origin to check without it.'
      : 'Check the address and the server of the page.';
  return failed('page-reachable', describeReply(reply), fix);
}

/** Returns true for a broker, which answers at its base address with the error `not_found`. */
function looksLikeBroker({ text }: Reply): boolean {
  return readBrokerError(parseJson(text))?.code === 'not_found';
}

function readPage({ url, text, headers }: Reply): Page {
  const html = readHtml(text, url);
  return {
    url,
    html,
    source: text,
    policies: [...readPolicies(headers.get('content-security-policy') ?? ''), ...html.policies.map(readMetaPolicy)],
    reportOnly: readPolicies(headers.get('content-security-policy-report-only') ?? ''),
  };
}

/** Drops `sandbox`, which has no effect in a meta element. */
function readMetaPolicy(content: string): Policy {
  const { directives } = readPolicy(content);
  return { directives: new Map([...directives].filter(([name]) => name !== 'sandbox')) };
}
