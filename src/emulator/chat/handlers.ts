/** Chat: create, respond, close. */

import { closeChat, createChat, respondToChat } from '../../contract/families/chat.ts';
import type { BodyOf } from '../../contract/shape/route.ts';
import { createConversation } from '../model/conversation.ts';
import { Problem } from '../model/problem.ts';
import { type Answer, type Call, handle } from '../rest/call.ts';
import { addAgentText, addUserTurn, endRecord, ownAttributes, recordHandoff } from '../store/changes.ts';
import type { ChatConversation } from '../store/chats.ts';
import { newConversation } from '../store/records.ts';
import type { Core } from '../store/state.ts';
import { defaultVariant, variantsIn } from '../store/variants.ts';
import { answerTo, greet, type Spoken } from './agent.ts';

const IDLE_MS = 10 * 60_000;
const HANDOFF = { destination: 'customer_care', reason: 'visitor_request' };
const CHANNELS = { webchat: 'WEBCHAT', whatsapp: 'WHATSAPP', sms: 'SMS', api: 'CHAT' } as const;

export const chatHandlers = [
  handle(createChat, (core, call) => {
    const chat = beginChat(core, call);
    const { initial_message: first = '' } = call.body;
    const usesFirst = first !== '' && call.dialect === 'service';
    // Lets the agent join even if there is a first message. The reply to that message then replaces the greeting.
    const greeting = greet(core, chat, call.at);
    if (!usesFirst) {
      addAgentText(chat.record, call.at, greeting.response);
      return { status: 200, body: { conversation_id: chat.record.id, response: greeting.response } };
    }
    const { response } = takeTurn(core, chat, call.at, first);
    return { status: 200, body: { conversation_id: chat.record.id, response } };
  }),

  handle(respondToChat, (core, call) => {
    const chat = openChat(core, call, call.body.conversation_id);
    const { message = '', integration_attributes: given, asr_lang_code: asr, tts_lang_code: tts } = call.body;
    Object.assign(
      chat.record.state,
      ownAttributes(given),
      asr && { asr_lang_code: asr },
      tts && { tts_lang_code: tts },
    );
    const { response, ends, handsOff } = takeTurn(core, chat, call.at, message);
    return {
      status: 200,
      body: {
        conversation_id: chat.record.id,
        response,
        end_conversation: ends,
        ...(handsOff ? { handoff: HANDOFF } : {}),
      },
    };
  }),

  handle(closeChat, (core, call): Answer => {
    const chat = findChat(core, call, call.body.conversation_id);
    if (chat.state === 'open') finish(chat, 'closed', call.at);
    return { status: 200, body: { success: true } };
  }),
];

type AnyCall = Pick<Call<typeof createChat>, 'project'>;

function beginChat(core: Core, call: Call<typeof createChat>): ChatConversation {
  const { at, project, environment, body } = call;
  const record = newConversation({
    id: `CONV-${core.settings.random.uuid()}`,
    projectId: project.id,
    environment,
    startedAt: at,
    channel: body.channel ? CHANNELS[body.channel] : 'CHAT',
    ...variantOf(core, call),
    ...(body.asr_lang_code ? { language: body.asr_lang_code } : {}),
    state: {
      ...ownAttributes(body.integration_attributes),
      ...(body.asr_lang_code ? { asr_lang_code: body.asr_lang_code } : {}),
      ...(body.tts_lang_code ? { tts_lang_code: body.tts_lang_code } : {}),
    },
  });
  core.records.add(record);
  const chat: ChatConversation = { record, conversation: createConversation(), news: [], state: 'open', lastAt: at };
  core.chats.set(record.id, chat);
  watchIdle(core, chat);
  return chat;
}

function variantOf(
  core: Core,
  {
    project,
    environment,
    body,
  }: { project: { id: string } } & Pick<Call<typeof createChat>, 'environment'> & { body: BodyOf<typeof createChat> },
) {
  if (body.variant_id === undefined) return defaultVariant(core, project.id, environment);
  const variant = variantsIn(core, project.id, environment).find(each => each.id === body.variant_id);
  if (variant) return { variantId: variant.id, variantName: variant.name };
  const field = { field: 'variant_id', message: 'names no variant of this environment' };
  throw new Problem(400, `${field.field}: ${field.message}`, { code: 'SCHEMA_VALIDATION_FAILED', fields: [field] });
}

/** Ends the conversation after ten minutes without a turn. */
function watchIdle(core: Core, chat: ChatConversation): void {
  core.queue.add(chat.lastAt + IDLE_MS, due => {
    if (chat.state !== 'open') return;
    if (due - chat.lastAt >= IDLE_MS) finish(chat, 'timed-out', due);
    else watchIdle(core, chat);
  });
}

function finish(chat: ChatConversation, state: ChatConversation['state'], at: number): void {
  chat.state = state;
  endRecord(chat.record, at);
}

function findChat(core: Core, { project }: AnyCall, id: string): ChatConversation {
  const chat = core.chats.get(id);
  if (chat && chat.record.projectId === project.id) return chat;
  throw new Problem(404, 'There is no such conversation.', { code: 'CONVERSATIONS_NOT_FOUND' });
}

function openChat(core: Core, call: AnyCall, id: string): ChatConversation {
  const chat = findChat(core, call, id);
  if (chat.state === 'open') return chat;
  if (chat.state === 'timed-out') {
    throw new Problem(400, 'The conversation has timed out.', { code: 'CHAT_TIMEOUT' });
  }
  throw new Problem(410, 'The conversation has ended.', { code: 'ChatConversationEnded' });
}

function takeTurn(core: Core, chat: ChatConversation, at: number, message: string): Spoken {
  chat.lastAt = at;
  addUserTurn(chat.record, at, message);
  const answered = answerTo(core, chat, at, message);
  const spoken = { ...answered, response: [...chat.news.splice(0), answered.response].join('\n\n') };
  addAgentText(chat.record, at, spoken.response);
  if (spoken.handsOff) recordHandoff(chat.record, at, HANDOFF);
  if (spoken.ends) finish(chat, 'ended', at);
  return spoken;
}
