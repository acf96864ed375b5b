/** The whole examination: page, script, broker, platform, policies, in the order in which each needs what came before. */

import type { TokenGrant } from '../../protocol/http-api.ts';
import { complete, type Finding } from './findings/findings.ts';
import type { Ports } from './findings/ports.ts';
import { originsIn } from './page/attribute-checks.ts';
import { checkPolicies } from './page/csp-checks.ts';
import { examinePage, type Page, type PageResult } from './page/page-checks.ts';
import { examineScript, type ScriptResult } from './page/script-file-checks.ts';
import { findInstallation, type Installation } from './page/script-tag-checks.ts';
import { examineBroker } from './servers/broker-checks.ts';
import { examinePlatform } from './servers/platform-checks.ts';

export interface Wish {
  /** Address of a page or of a broker. */
  readonly target: string | undefined;
  /** Instead of what the page names. */
  readonly broker: string | undefined;
  /** Instead of that of the page. */
  readonly origin: string | undefined;
}

export interface Examination {
  /** Every check once, in order. */
  readonly findings: readonly Finding[];
  /** After redirects; undefined when there was no page. */
  readonly page: string | undefined;
  readonly origin: string | undefined;
  readonly broker: string | undefined;
  readonly platform: string | undefined;
  /** What must not be told, wherever a server may have put it. */
  readonly secrets: readonly string[];
}

export async function examine(wish: Wish, ports: Ports): Promise<Examination> {
  const seen: PageResult = wish.target === undefined ? { findings: [] } : await examinePage(wish.target, ports);
  const origin = wish.origin ?? originOf(wish, seen);
  const found = seen.page ? findInstallation(seen.page, { told: wish.broker !== undefined }) : { findings: [] };
  const { installation } = found;
  const script = await scriptOf(installation, origin, ports);
  const broker = wish.broker ?? (seen.isBroker ? wish.target : onSite(installation?.broker, seen.page));
  const ofElement = wish.broker === undefined && installation !== undefined && installation.script === undefined;
  const asked = broker === undefined ? { findings: [] } : await examineBroker({ broker, origin, ofElement }, ports);
  const { grant } = asked;
  const platform =
    grant === undefined || origin === undefined || broker === undefined
      ? { findings: [] }
      : await examinePlatform({ grant, origin, broker }, ports);
  const policies = seen.page ? judgePolicies(seen.page, { installation, broker, grant, chunks: script.chunks }) : [];
  const parts = [seen, found, script, asked, platform];
  return {
    findings: complete([...parts.flatMap(part => part.findings), ...policies]),
    page: seen.page?.url,
    origin,
    broker,
    platform: grant?.messagingUrl,
    secrets: grant ? [grant.accessToken, grant.resumeTicket, encodeURIComponent(grant.accessToken)] : [],
  };
}

function originOf({ target }: Wish, { page, isBroker }: PageResult): string | undefined {
  if (target === undefined || isBroker) return undefined;
  return new URL(page?.url ?? target).origin;
}

/** A path is on the site of the page, as in the widget. */
function onSite(broker: string | undefined, page: Page | undefined): string | undefined {
  if (broker === undefined || page === undefined || !/^\/(?!\/)/.test(broker)) return broker;
  return (new URL(page.url).origin + broker).replace(/\/+$/, '');
}

async function scriptOf(
  installation: Installation | undefined,
  origin: string | undefined,
  ports: Ports,
): Promise<ScriptResult> {
  if (!installation?.script || origin === undefined) return { findings: [], chunks: [] };
  return examineScript(installation.script, origin, ports);
}

interface Known {
  readonly installation: Installation | undefined;
  readonly broker: string | undefined;
  readonly grant: TokenGrant | undefined;
  readonly chunks: readonly string[];
}

function judgePolicies(page: Page, { installation, broker, grant, chunks }: Known): readonly Finding[] {
  const { attributes = {}, script } = installation ?? {};
  const avatar = attributes['data-avatar'] ?? '';
  return checkPolicies({
    page: page.url,
    policies: page.policies,
    reportOnly: page.reportOnly,
    script,
    chunks,
    broker: broker !== undefined && URL.canParse(broker) ? broker.replace(/\/+$/, '') : undefined,
    platform: grant?.messagingUrl,
    pictures: avatar !== '' && URL.canParse(avatar, page.url) ? [new URL(avatar, page.url).href] : [],
    imageOrigins: originsIn(attributes['data-image-origins'] ?? ''),
    nonce: attributes['data-nonce'] ?? '',
  });
}
