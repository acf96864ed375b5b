/** Certificates with any dates and names, made on the spot: X.509 in DER by hand, because Node makes none. No tests live here. */

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Made {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly subject: string;
  readonly privateKey: KeyObject;
}

export interface CertificateWish {
  readonly subject: string;
  readonly names?: readonly string[];
  readonly validFromAt: number;
  readonly validToAt: number;
  /** Who signs; left out, it signs itself. */
  readonly issuer?: Made;
}

export function makeCertificate({ subject, names = [], validFromAt, validToAt, issuer }: CertificateWish): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const isAuthority = names.length === 0;
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer?.subject ?? subject),
    sequence(time(validFromAt), time(validToAt)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? authority() : alternatives(names))),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  return { cert: pem(whole), key: `${privateKey.export({ type: 'pkcs8', format: 'pem' })}`, subject, privateKey };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: Buffer): Buffer => der(0x02, value);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, '');
  return der(0x18, Buffer.from(digits));
}

/** Basic constraints: an authority. */
const authority = (): Buffer =>
  sequence(oid('551d13'), der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255])))));

/** Subject alternative names. */
const alternatives = (names: readonly string[]): Buffer =>
  sequence(oid('551d11'), der(0x04, sequence(...names.map(name => der(0x82, Buffer.from(name))))));

function pem(bytes: Buffer): string {
  // A line break after the last line, when that is full, would make an empty line, which ends the body of a PEM.
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
