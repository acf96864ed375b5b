/** Runs all checks in order, because each step needs results of the one before: page, script, broker, platform, policies. */

import type { TokenGrant } from '../../protocol/http-api.ts';
import { addSkipped, type Finding } from './findings/findings.ts';
import type { Ports } from './findings/ports.ts';
import { originsIn } from './page/attribute-checks.ts';
import { checkPolicies } from './page/csp-checks.ts';
import { examinePage, type Page, type PageResult } from './page/page-checks.ts';
import { examineScriptFile, type ScriptResult } from './page/script-file-checks.ts';
import { examineScriptTag, type Installation } from './page/script-tag-checks.ts';
import { examineBroker } from './servers/broker-checks.ts';
import { examinePlatform } from './servers/platform-checks.ts';
import { examineServices, type ServiceResult } from './servers/service-checks.ts';

export interface ExamineOptions {
  /** Address of a page or of a broker. */
  readonly target: string | undefined;
  /** Overrides the broker that the page names. */
  readonly broker: string | undefined;
  /** Overrides the origin of the page. */
  readonly origin: string | undefined;
}

export interface Examination {
  /** Every check once, in order. */
  readonly findings: readonly Finding[];
  /** Address after redirects; undefined without a page. */
  readonly page: string | undefined;
  readonly origin: string | undefined;
  readonly broker: string | undefined;
  readonly platform: string | undefined;
  /** Tokens and other secrets, which no output may contain. A server's text may repeat them. */
  readonly secrets: readonly string[];
}

export async function examine(options: ExamineOptions, ports: Ports): Promise<Examination> {
  const result: PageResult = options.target === undefined ? { findings: [] } : await examinePage(options.target, ports);
  const origin = options.origin ?? pageOrigin(options, result);
  const tag = result.page
    ? examineScriptTag(result.page, { isBrokerGiven: options.broker !== undefined })
    : { findings: [] };
  const { installation } = tag;
  const script = await examineScriptOf(installation, origin, ports);
  const broker =
    options.broker ?? (result.isBroker ? options.target : resolveBroker(installation?.broker, result.page));
  const ofElement = options.broker === undefined && installation !== undefined && installation.script === undefined;
  const brokerResult =
    broker === undefined ? { findings: [] } : await examineBroker({ broker, origin, ofElement }, ports);
  const { grant } = brokerResult;
  const platform =
    grant === undefined || origin === undefined || broker === undefined
      ? { findings: [] }
      : await examinePlatform({ grant, origin, broker }, ports);
  const services: ServiceResult =
    grant === undefined || origin === undefined || broker === undefined
      ? { findings: [], secrets: [] }
      : await examineServices({ grant, origin, broker }, ports);
  const policies = result.page
    ? judgePolicies(result.page, { installation, broker, grant, chunks: script.chunks })
    : [];
  const parts = [result, tag, script, brokerResult, platform, services];
  return {
    findings: addSkipped([...parts.flatMap(part => part.findings), ...policies]),
    page: result.page?.url,
    origin,
    broker,
    platform: grant?.messagingUrl,
    secrets: [
      ...(grant ? [grant.accessToken, grant.resumeTicket, encodeURIComponent(grant.accessToken)] : []),
      ...services.secrets,
    ],
  };
}

function pageOrigin({ target }: ExamineOptions, { page, isBroker }: PageResult): string | undefined {
  if (target === undefined || isBroker) return undefined;
  return new URL(page?.url ?? target).origin;
}

/** Resolves a path against the page's origin, as the widget does. */
function resolveBroker(broker: string | undefined, page: Page | undefined): string | undefined {
  if (broker === undefined || page === undefined || !/^\/(?!\/)/.test(broker)) return broker;
  return (new URL(page.url).origin + broker).replace(/\/+$/, '');
}

async function examineScriptOf(
  installation: Installation | undefined,
  origin: string | undefined,
  ports: Ports,
): Promise<ScriptResult> {
  if (!installation?.script || origin === undefined) return { findings: [], chunks: [] };
  return examineScriptFile(installation.script, origin, ports);
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
