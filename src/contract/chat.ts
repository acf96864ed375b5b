/** Chat: turn-based conversations over REST (specification 2.1, 3.5, 4.1). */

import { z } from 'zod';
import { attributes, language } from './fields.ts';
import { defineRoute, type Family, noFields } from './route.ts';

export const chatFamily: Family = {
  title: 'Chat',
  description: 'Turn-based conversations: start, send a message, close.',
  host: 'runtime',
  key: 'chat',
  keyHeader: 'X-API-KEY',
  tokenHeader: 'X-TOKEN',
  errors: 'envelope',
  forbids: true,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

const conversationId = z.string().min(1, 'must not be empty');
const FAILURES = [400, 401, 403, 404, 410, 429, 500];

const createFields = z.object({
  /** Context of your own. The agent sees it throughout; `shared_id` among it links to Handoff state. */
  integration_attributes: attributes.optional(),
  /** Routes the conversation to a variant; it cannot change afterwards. */
  variant_id: z.string().min(1).optional(),
  channel: z.enum(['webchat', 'whatsapp', 'sms', 'api']).optional(),
  /** Language of speech recognition, such as `en-GB`. */
  asr_lang_code: language.optional(),
  /** Language of speech output, such as `en-GB`. */
  tts_lang_code: language.optional(),
  /** The user's first message: the answer to it comes in place of a greeting. The dialect `poly` ignores it. */
  initial_message: z.string().optional(),
});

export const createChat = defineRoute({
  family: chatFamily,
  name: 'createChat',
  summary: 'Starts a conversation',
  method: 'POST',
  path: '/{version}/{account_id}/{project_id}/chat/create',
  params: noFields,
  query: noFields,
  body: createFields,
  bodyOptional: true,
  status: 200,
  answer: z.object({
    conversation_id: z.string(),
    /** The agent's first message. */
    response: z.string(),
  }),
  failures: FAILURES,
});

export const respondToChat = defineRoute({
  family: chatFamily,
  name: 'respondToChat',
  summary: "Sends the user's message and returns the agent's answer",
  method: 'POST',
  path: '/{version}/{account_id}/{project_id}/chat/respond',
  params: noFields,
  query: noFields,
  body: z.object({
    conversation_id: conversationId,
    /** Absent or empty: the user said nothing, and the agent asks again. */
    message: z.string().optional(),
    /** Merged over the attributes of the conversation, name by name. */
    integration_attributes: attributes.optional(),
    /** For this turn alone; not stored. */
    metadata: attributes.optional(),
    asr_lang_code: language.optional(),
    tts_lang_code: language.optional(),
    variant_id: z.never({ error: 'cannot change after the conversation was created' }).optional(),
  }),
  status: 200,
  answer: z.object({
    conversation_id: z.string(),
    response: z.string(),
    /** True when the agent has ended the conversation or handed it off: respond no more. */
    end_conversation: z.boolean(),
    /** Present when the conversation is handed to a person. */
    handoff: z.object({ destination: z.string(), reason: z.string() }).optional(),
  }),
  failures: FAILURES,
});

export const closeChat = defineRoute({
  family: chatFamily,
  name: 'closeChat',
  summary: 'Closes a conversation; one that is over already is no error',
  method: 'PUT',
  path: '/{version}/{account_id}/{project_id}/chat/close',
  params: noFields,
  query: noFields,
  body: z.object({ conversation_id: conversationId }),
  status: 200,
  answer: z.object({ success: z.literal(true) }),
  failures: FAILURES,
});

export const chatRoutes = [createChat, respondToChat, closeChat];
