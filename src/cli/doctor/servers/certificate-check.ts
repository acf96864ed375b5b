/** Checks the certificate of a server as browsers do, with one finding for each kind of problem. */

import { quoted } from '../../command/safe-text.ts';
import { type CheckName, type Finding, failed, ok, warning } from '../findings/findings.ts';
import type { Certificate, Ports } from '../findings/ports.ts';
import { describeCause, isLoopback } from '../findings/replies.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** Checks the certificate. Returns undefined if the server cannot be reached, because another check reports that. */
export async function checkCertificate(name: CheckName, address: string, ports: Ports): Promise<Finding | undefined> {
  if (!address.startsWith('https:')) return checkPlainHttp(name, address);
  const answer = await ports.network.certificate(address);
  if (answer.ok) return judgeCertificate(name, new URL(address).hostname, answer.certificate, ports.now());
  if (!/^(EPROTO|ERR_SSL)/.test(answer.cause)) return undefined;
  return failed(name, `There is no TLS at ${new URL(address).host}: ${describeCause(answer)}.`, 'Serve it over https.');
}

function checkPlainHttp(name: CheckName, address: string): Finding {
  if (isLoopback(address)) return ok(name, 'None is needed on this machine.');
  return warning(
    name,
    'Plain http has no certificate, and browsers let such a page share nothing between tabs and keep nothing.',
    'Serve it over https.',
  );
}

function judgeCertificate(name: CheckName, host: string, certificate: Certificate, now: number): Finding {
  const { validFromAt, validToAt, namesHost, selfSigned, problem } = certificate;
  const renew = 'Renew it, and see to it that it is renewed by itself.';
  if (now > validToAt) return failed(name, `The certificate of ${host} expired on ${day(validToAt)}.`, renew);
  if (now < validFromAt) {
    return failed(
      name,
      `The certificate of ${host} is valid only from ${day(validFromAt)}.`,
      'Correct the clock, or renew the certificate.',
    );
  }
  if (!namesHost) return wrongCertificateName(name, host, certificate);
  if (problem !== null) return untrustedCertificate(name, host, selfSigned, problem);
  const days = Math.floor((validToAt - now) / DAY_MS);
  if (days >= SOON_DAYS) return ok(name, `Valid for ${days} more days.`);
  return warning(name, `The certificate of ${host} expires in ${days} days, on ${day(validToAt)}.`, renew);
}

function wrongCertificateName(name: CheckName, host: string, { names }: Certificate): Finding {
  const issued = names.length === 0 ? 'no name' : names.slice(0, 5).map(quoted).join(', ');
  return failed(
    name,
    `The certificate was issued for ${issued} and not for ${host}.`,
    `Get a certificate that names ${host}, or use an address that it names.`,
  );
}

function untrustedCertificate(name: CheckName, host: string, selfSigned: boolean, problem: string): Finding {
  const own = 'if the authority is your own, run this with NODE_EXTRA_CA_CERTS=its-certificate.pem.';
  if (selfSigned) {
    return failed(name, `The certificate of ${host} is self-signed.`, `Use one of a public authority; ${own}`);
  }
  if (/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(problem)) {
    return failed(
      name,
      `The certificate of ${host} does not lead to a known authority: one between may be missing.`,
      `Make the server send the whole chain; ${own}`,
    );
  }
  return failed(name, `Browsers do not trust the certificate of ${host} (${problem}).`, `Replace it; ${own}`);
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
