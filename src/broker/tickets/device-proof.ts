/**
 * Device proofs: JWTs as in DPoP (RFC 9449), signed with a key that cannot leave the visitor's browser. A ticket that is bound to such a key is
 * worthless without it. `iat` is not checked, because visitors' clocks are often wrong. It is not needed either: a proof is accepted once, for one
 * ticket, and a ticket lives ten minutes.
 */

import { base64url, calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';

/** `off`: proofs are ignored. `prefer`: tickets are bound if the page sends a proof. `require`: no ticket is issued without a proof. */
export const DEVICE_KEY_MODES = ['off', 'prefer', 'require'] as const;
export type DeviceKeyMode = (typeof DEVICE_KEY_MODES)[number];

export interface DeviceProof {
  /** Thumbprint of the public key (RFC 7638). */
  readonly key: string;
  /** Id of this proof. */
  readonly id: string;
}

export interface ProvenRequest {
  /** The end of the URL that the page called. The beginning is not compared, because proxies change it. */
  readonly path: string;
  /** Undefined in a request for a new token. */
  readonly ticket?: string;
  /** Default POST. */
  readonly method?: string | undefined;
}

/** Returns undefined unless the proof is valid for this request. Never throws. */
export async function readDeviceProof(proof: unknown, request: ProvenRequest): Promise<DeviceProof | undefined> {
  if (typeof proof !== 'string') return undefined;
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    });
    const { htm, htu, jti, ath } = payload;
    const isForThis = htm === (request.method ?? 'POST') && typeof htu === 'string' && htu.endsWith(request.path);
    const isForTicket = request.ticket === undefined || ath === (await hashOf(request.ticket));
    const hasId = typeof jti === 'string' && /^[\w-]{8,64}$/.test(jti);
    if (!isForThis || !isForTicket || !hasId || !protectedHeader.jwk) return undefined;
    return { key: await calculateJwkThumbprint(protectedHeader.jwk), id: jti };
  } catch {
    return undefined;
  }
}

async function hashOf(ticket: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticket))));
}
