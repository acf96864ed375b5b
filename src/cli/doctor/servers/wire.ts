/**
 * The few words of the broker and the platform that a doctor speaks. The protocol's own readers belong to the widget and the broker; a
 * test holds these to them.
 */

import { jsonObject } from '../findings/safe-text.ts';

export const SESSIONS_PATH = '/api/v1/sessions';

/** What the widget sends when nothing is set. */
export const SESSION_BODY = JSON.stringify({ streaming_enabled: true, platform: 'web' });

export interface Grant {
  /** Never to be printed. */
  readonly accessToken: string;
  /** Never to be printed. */
  readonly ticket: string;
  readonly messagingUrl: string;
  readonly dialect: 'service' | 'poly';
  readonly offersProbe: boolean;
}

export function readGrant(text: string): Grant | undefined {
  const body = jsonObject(text);
  const accessToken = textOf(body, 'access_token');
  const messagingUrl = textOf(body, 'messaging_url');
  if (accessToken === '' || messagingUrl === '') return undefined;
  return {
    accessToken,
    ticket: textOf(body, 'resume_ticket'),
    messagingUrl: messagingUrl.replace(/\/+$/, ''),
    dialect: body?.dialect === 'poly' ? 'poly' : 'service',
    offersProbe: Array.isArray(body?.features) && body.features.includes('probe'),
  };
}

export interface BrokerRefusal {
  readonly code: string;
  readonly message: string;
}

/** The `{"error": {"code", "message"}}` of a broker. */
export function readRefusal(text: string): BrokerRefusal | undefined {
  const error = jsonObject(text)?.error;
  if (typeof error !== 'object' || error === null) return undefined;
  const code = textOf(error, 'code');
  return code === '' ? undefined : { code, message: textOf(error, 'message') };
}

export function readSessionId(text: string): string | undefined {
  return textOf(jsonObject(text), 'session_id') || undefined;
}

export function socketUrl({ messagingUrl, accessToken }: Grant, sessionId: string): string {
  const query = `access_token=${encodeURIComponent(accessToken)}&session_id=${encodeURIComponent(sessionId)}`;
  return `${messagingUrl.replace(/^http/i, 'ws')}/ws?${query}`;
}

export function probeBody({ ticket }: Grant, sessionId: string): string {
  return JSON.stringify({ session_id: sessionId, resume_ticket: ticket });
}

const WORDS = { service: 'SERVICE', poly: 'POLY' };

export function joinFrame({ dialect }: Grant): string {
  return JSON.stringify({ type: `EVENT_TYPE_REQUEST_${WORDS[dialect]}_AGENT_JOIN`, payload: {} });
}

export const END_FRAME = JSON.stringify({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });

/** The types of the events in a frame, those of a batch included; none for what cannot be read. */
export function eventTypes(frame: string): readonly string[] {
  const event = jsonObject(frame);
  const payload = typeof event?.payload === 'object' && event.payload !== null ? event.payload : {};
  const events: unknown = Reflect.get(payload, 'events');
  const inner: readonly unknown[] = Array.isArray(events) ? events : [];
  return [event, ...inner].map(each => textOf(each, 'type')).filter(type => type !== '');
}

function textOf(from: unknown, name: string): string {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return '';
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' ? value : '';
}
