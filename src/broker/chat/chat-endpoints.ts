/**
 * Conversations without sockets: POST /chat/create, POST /chat/respond, PUT /chat/close and GET /chat/{id}/turns. The page presents its resume ticket,
 * which names the conversation from /chat/create on. The handler checks origin and rate limit first.
 */

import { acceptTicket, type PresentedTicket, type TicketDesk } from '../endpoints/accept-ticket.ts';
import { postedField, readPairs, readPostedObject } from '../endpoints/request-body.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import { MAX_TICKET_LENGTH } from '../endpoints/token-endpoint.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { ChatCall } from './chat-calls.ts';
import { findConversation } from './find-conversation.ts';

/** Longest message. */
export const MAX_MESSAGE_BYTES = 16_384;
const MAX_RESPOND_BYTES = MAX_MESSAGE_BYTES * 2 + 5_120;

const HINT = 'Ask POST /token for a new token and ticket.';
const NO_CHAT = 'The resume ticket names no conversation. Ask POST /chat/create for one.';

/** Headers in which GET presents the ticket and the proof of the device, because it has no body. */
export const TICKET_HEADER = 'Natter-Ticket';
export const PROOF_HEADER = 'Natter-Proof';

export interface ChatEndpointOptions {
  readonly call: ChatCall;
  readonly desk: TicketDesk;
  readonly now: () => number;
  readonly environment: string | undefined;
}

export type ChatEndpoint = (request: Request, visit: Visit) => Promise<Outcome<object>>;

export interface ChatEndpoints {
  readonly create: ChatEndpoint;
  readonly respond: ChatEndpoint;
  readonly close: ChatEndpoint;
  readonly turns: ChatEndpoint;
}

export function createChatEndpoints(options: ChatEndpointOptions): ChatEndpoints {
  return {
    create: (request, visit) => create(options, request, visit),
    respond: (request, visit) => respond(options, request, visit),
    close: (request, visit) => close(options, request, visit),
    turns: (request, visit) => turns(options, request, visit),
  };
}

interface Posted {
  readonly body: object;
  readonly presented: PresentedTicket;
}

/** Reads the body, and opens the ticket in it. */
async function readPost(
  { desk }: ChatEndpointOptions,
  request: Request,
  visit: Visit,
  { path, maxBytes }: { readonly path: string; readonly maxBytes?: number },
): Promise<Outcome<Posted>> {
  const posted = await readPostedObject(request, 'Send {"resume_ticket": "…"}.', maxBytes);
  if (!posted.ok) return posted;
  const ticket = postedField(posted.value, 'resume_ticket');
  if (typeof ticket !== 'string') return failure('bad_request', `resume_ticket is not a string. ${HINT}`);
  const proof = postedField(posted.value, 'proof');
  const given = { ticket, proof, path, hint: HINT, method: request.method };
  const presented = await acceptTicket(desk, visit, given);
  return presented.ok ? success({ body: posted.value, presented: presented.value }) : presented;
}

async function create(options: ChatEndpointOptions, request: Request, visit: Visit): Promise<Outcome<object>> {
  const posted = await readPost(options, request, visit, { path: '/chat/create' });
  if (!posted.ok) return posted;
  const { token, expiresAt, line } = posted.value.presented;
  const began = options.now();
  const body = { channel: 'webchat' };
  // A conversation whose answer was lost is empty, and times out: the page may ask again.
  const answer = await options.call(visit, { method: 'POST', path: 'chat/create', body, changes: false });
  if (!answer.ok) return answer;
  const id = textOf(answer.value, 'conversation_id');
  if (id === '') return unreadable(visit, 'chat/create');
  visit.log.info('chat_created', { origin: visit.origin, upstreamMs: options.now() - began });
  const chat = { id, began };
  const ticket = await options.desk.tickets.issue(visit.origin, token, expiresAt, {
    ...line,
    subject: visit.subject,
    chat,
  });
  if (ticket.length > MAX_TICKET_LENGTH) return unreadable(visit, 'chat/create');
  const resumeTicket = visit.cookies ? visit.cookies.keep(line.id, ticket) : ticket;
  return success({ conversation_id: id, response: textOf(answer.value, 'response'), resume_ticket: resumeTicket });
}

async function respond(options: ChatEndpointOptions, request: Request, visit: Visit): Promise<Outcome<object>> {
  const posted = await readPost(options, request, visit, { path: '/chat/respond', maxBytes: MAX_RESPOND_BYTES });
  if (!posted.ok) return posted;
  const { chat } = posted.value.presented.line;
  if (!chat) return failure('bad_request', NO_CHAT);
  const message = postedField(posted.value.body, 'message');
  if (typeof message !== 'string' || message.trim() === '')
    return failure('bad_request', 'message is not a text. Send {"resume_ticket": "…", "message": "…"}.');
  const attributes = readPairs(posted.value.body, 'Send {"attributes": {"name": "text"}}, or none.');
  if (!attributes.ok) return attributes;
  const pairs = Object.keys(attributes.value).length > 0 ? JSON.stringify(attributes.value) : '';
  for (const [what, text] of [
    ['message is', message],
    ['attributes are', pairs],
  ] as const)
    if (new TextEncoder().encode(text).byteLength > MAX_MESSAGE_BYTES)
      return failure('too_large', `The ${what} larger than ${MAX_MESSAGE_BYTES} bytes.`);
  const began = options.now();
  const body = { conversation_id: chat.id, message, ...(pairs && { integration_attributes: attributes.value }) };
  const answer = await options.call(visit, { method: 'POST', path: 'chat/respond', body, changes: true });
  if (!answer.ok) return answer;
  const ends = Reflect.get(answer.value as object, 'end_conversation') === true;
  const handoff = handoffOf(answer.value);
  visit.log.info('chat_answered', {
    origin: visit.origin,
    upstreamMs: options.now() - began,
    ...(ends ? { ends } : {}),
    ...(handoff ? { handsOff: true } : {}),
  });
  return success({
    response: textOf(answer.value, 'response'),
    end_conversation: ends,
    ...(handoff ? { handoff } : {}),
  });
}

async function close(options: ChatEndpointOptions, request: Request, visit: Visit): Promise<Outcome<object>> {
  const posted = await readPost(options, request, visit, { path: '/chat/close' });
  if (!posted.ok) return posted;
  const { chat } = posted.value.presented.line;
  if (!chat) return failure('bad_request', NO_CHAT);
  const body = { conversation_id: chat.id };
  const answer = await options.call(visit, { method: 'PUT', path: 'chat/close', body, changes: true });
  // It is over already.
  const isOver = !answer.ok && /^chat_/.test(answer.error.code);
  if (!answer.ok && !isOver) return answer;
  visit.log.info('chat_closed', { origin: visit.origin });
  return success({});
}

async function turns(options: ChatEndpointOptions, request: Request, visit: Visit): Promise<Outcome<object>> {
  const ticket = request.headers.get(TICKET_HEADER);
  if (ticket === null) return failure('bad_request', `The header ${TICKET_HEADER} is missing. ${HINT}`);
  const [, id] = /\/chat\/([^/]+)\/turns$/.exec(new URL(request.url).pathname) ?? [];
  const proof = request.headers.get(PROOF_HEADER) ?? undefined;
  const given = { ticket, proof, path: '/turns', hint: HINT, method: 'GET' };
  const presented = await acceptTicket(options.desk, visit, given);
  if (!presented.ok) return presented;
  const { chat } = presented.value.line;
  if (!chat || encodeURIComponent(chat.id) !== id)
    return failure('bad_request', 'The resume ticket names another conversation.');
  const found = await findConversation(options.call, visit, { ...chat, environment: options.environment });
  if (!found.ok) return found;
  const { turns: all, isOver, handoff } = found.value;
  visit.log.info('chat_looked_up', { origin: visit.origin, turns: all.length });
  return success({ turns: all, end_conversation: isOver, ...(handoff ? { handoff } : {}) });
}

function unreadable(visit: Visit, path: string): Outcome<never> {
  visit.log.warn('chat_unavailable', { path, cause: 'unreadable answer' });
  return failure('upstream_unavailable', 'The platform cannot be used at the moment. Try again in a moment.');
}

function textOf(from: unknown, name: string): string {
  const value: unknown = Reflect.get(from as object, name);
  return typeof value === 'string' ? value : '';
}

function handoffOf(from: unknown): object | undefined {
  const handoff: unknown = Reflect.get(from as object, 'handoff');
  if (typeof handoff !== 'object' || handoff === null) return undefined;
  return { destination: textOf(handoff, 'destination'), reason: textOf(handoff, 'reason') };
}
