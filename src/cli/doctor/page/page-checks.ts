/** The page: whether it can be fetched, and as what. A broker's address in its place is told by how it answers. */

import { readBrokerError } from '../../../protocol/http-api.ts';
import { shown } from '../../command/safe-text.ts';
import { type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Ports, Reply } from '../findings/ports.ts';
import { answered, BROWSER_REDIRECTS, fallToHttp, isRedirect, whyLost } from '../findings/redirects.ts';
import { because, mediaType, parseJson } from '../findings/replies.ts';
import { checkCertificate } from '../servers/certificate-check.ts';
import { type Policy, readPolicies, readPolicy } from './csp.ts';
import { type PageHtml, readHtml } from './html.ts';

export interface Page {
  /** After redirects. */
  readonly url: string;
  readonly html: PageHtml;
  /** The page as it was sent. */
  readonly source: string;
  readonly policies: readonly Policy[];
  readonly reportOnly: readonly Policy[];
}

export interface PageResult {
  readonly findings: readonly Finding[];
  readonly page?: Page;
  /** What answers at the address is a broker. */
  readonly isBroker?: boolean;
}

export async function examinePage(address: string, ports: Ports): Promise<PageResult> {
  const headers = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  const fetched = await ports.network.fetch(address, { headers, redirects: BROWSER_REDIRECTS });
  if (!fetched.ok) {
    const { url = address } = fetched;
    const certificate = await checkCertificate('page-certificate', url, ports);
    if (certificate?.status === 'failed') return { findings: [certificate] };
    const led = url === address ? '' : `${shown(address)} redirects, and `;
    const message = `${led}${shown(url)} cannot be fetched: ${because(fetched)}.`;
    const mend = 'Check the address, and that this machine may reach it.';
    return { findings: [failed('page-reachable', message, mend)] };
  }
  const { reply } = fetched;
  if (looksLikeBroker(reply)) return { findings: [], isBroker: true };
  const refusal = refuse(reply);
  if (refusal) return { findings: [refusal] };
  const certificate = await checkCertificate('page-certificate', reply.url, ports);
  const found = [reached(reply), ...(certificate ? [certificate] : [])];
  const type = mediaType(reply.headers);
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(type)) {
    const mend = 'Give the address of a page, or serve it as text/html.';
    return {
      findings: [
        ...found,
        failed('page-html', `It is served as ${type || 'nothing in particular'}, not as HTML.`, mend),
      ],
    };
  }
  return { findings: [...found, ok('page-html', 'It is HTML.')], page: readPage(reply) };
}

function reached(reply: Reply): Finding {
  const name = 'page-reachable';
  const { via, url } = reply;
  const fall = fallToHttp(reply);
  if (fall) {
    const message = `${shown(fall.from)} redirects from https to plain http, to ${shown(fall.to)}.`;
    return warning(name, message, 'Serve the page over https, and redirect http to https, never back.');
  }
  const asked = hostOf(via[0] ?? url);
  if (asked === hostOf(url)) return ok(name, answered(reply));
  return warning(
    name,
    `${shown(via[0] ?? url)} redirects to another host: what follows is about ${shown(url)}.`,
    'If that is not your page, a login for one, check without it by --broker and --origin.',
  );
}

/** With and without www it is the same site to people. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

function refuse(reply: Reply): Finding | undefined {
  const { status } = reply;
  if (status >= 200 && status < 300) return undefined;
  if (isRedirect(reply)) return failed('page-reachable', ...whyLost(reply));
  const mend =
    status === 401 || status === 403
      ? 'Let this machine see the page, or give --broker and --origin to check without it.'
      : 'Check the address and the server of the page.';
  return failed('page-reachable', answered(reply), mend);
}

/** A broker has nothing at its base address, and says so in its own words. */
function looksLikeBroker({ text }: Reply): boolean {
  return readBrokerError(parseJson(text))?.code === 'not_found';
}

function readPage({ url, text, headers }: Reply): Page {
  const html = readHtml(text, url);
  return {
    url,
    html,
    source: text,
    policies: [...readPolicies(headers.get('content-security-policy') ?? ''), ...html.policies.map(readMeta)],
    reportOnly: readPolicies(headers.get('content-security-policy-report-only') ?? ''),
  };
}

/** A sandbox in a meta element has no effect. */
function readMeta(content: string): Policy {
  const { directives } = readPolicy(content);
  return { directives: new Map([...directives].filter(([name]) => name !== 'sandbox')) };
}
