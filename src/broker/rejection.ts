/** What the operator has to mend when the platform refuses the access-token call: the known refusals and the variable behind each. */

const KNOWN: ReadonlyMap<string, string> = new Map([
  [
    'Missing authentication headers',
    'NATTER_CONNECTOR_TOKEN and NATTER_HOST: the headers X-Token and X-Host did not arrive; a proxy on the way may drop them',
  ],
  ['Connector token does not exist', 'NATTER_CONNECTOR_TOKEN: the platform does not know this token'],
  ['Failed to validate connector', 'NATTER_HOST: it is not the domain registered for the connector, nor below it'],
  [
    'Connector missing host domain',
    'the connector: ask the provider to register a host domain for it, then set NATTER_HOST to it',
  ],
]);

export interface Rejection {
  /** The platform's own words where they are known ones; anything else might quote a secret and is not repeated. */
  readonly reason: string;
  readonly mend: string;
}

export function explainRejection(status: number, platformError: string | undefined): Rejection {
  const known = platformError === undefined ? undefined : KNOWN.get(platformError);
  if (platformError !== undefined && known !== undefined) return { reason: platformError, mend: known };
  return { reason: 'not a known refusal', mend: mendByStatus(status) };
}

function mendByStatus(status: number): string {
  if (status === 401 || status === 403) return 'NATTER_CONNECTOR_TOKEN and NATTER_HOST: the platform refused them';
  if (status === 404 || status === 405) return 'NATTER_PLATFORM_URL: there is no access-token endpoint at this address';
  if (status < 400) return 'NATTER_PLATFORM_URL: this address redirects; set the address that answers itself';
  return 'NATTER_PLATFORM_URL, NATTER_CONNECTOR_TOKEN and NATTER_HOST: the platform did not understand the request';
}
