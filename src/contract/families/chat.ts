/** Chat: turn-based conversations over REST (specification 2.1, 3.5, 4.1). */

import { z } from 'zod';
import { attributes, language } from '../shape/fields.ts';
import { defineRoute, type Family, noFields } from '../shape/route.ts';

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
  integration_attributes: attributes
    .optional()
    .describe('Context of your own. The agent sees it throughout; `shared_id` among it links to Handoff state.'),
  variant_id: z
    .string()
    .min(1)
    .optional()
    .describe('Variant that the conversation runs in; it cannot change afterwards. Default: the default variant.'),
  channel: z
    .enum(['webchat', 'whatsapp', 'sms', 'api'])
    .optional()
    .describe(
      'Channel of the conversation; `WEBCHAT`, `WHATSAPP`, `SMS` or, for `api`, `CHAT` in its record. Default: `api`.',
    ),
  asr_lang_code: language.optional().describe('Language of speech recognition, such as `en-GB`.'),
  tts_lang_code: language.optional().describe('Language of speech output, such as `en-GB`.'),
  initial_message: z
    .string()
    .optional()
    .describe(
      "The user's first message: the answer to it comes in place of a greeting. The dialect `poly` ignores it.",
    ),
});

export const createChat = defineRoute({
  family: chatFamily,
  name: 'createChat',
  description:
    "Starts a conversation in the environment of the connector token. The body may be missing or empty. The answer holds the agent's greeting, or its answer to `initial_message`.",
  sections: '2.1, 3.5, 4.1',
  summary: 'Starts a conversation',
  method: 'POST',
  path: '/{version}/{account_id}/{project_id}/chat/create',
  params: noFields,
  query: noFields,
  body: createFields,
  bodyOptional: true,
  status: 200,
  answer: z.object({
    conversation_id: z.string().describe('Id of the conversation.'),
    response: z.string().describe("The agent's first message."),
  }),
  failures: FAILURES,
});

export const respondToChat = defineRoute({
  family: chatFamily,
  name: 'respondToChat',
  description:
    'Adds a turn and answers it. 410 after the conversation has ended or was closed, 400 with the code `CHAT_TIMEOUT` after ten idle minutes. When `end_conversation` is true, no more turns are taken; a hand-off comes in the same answer. Do not repeat a call whose answer was not seen: the turn would be said twice.',
  sections: '2.1, 3.5, 4.1',
  summary: "Sends the user's message and returns the agent's answer",
  method: 'POST',
  path: '/{version}/{account_id}/{project_id}/chat/respond',
  params: noFields,
  query: noFields,
  body: z.object({
    conversation_id: conversationId.describe('Id of the conversation.'),
    message: z.string().optional().describe('Absent or empty: the user said nothing, and the agent asks again.'),
    integration_attributes: attributes
      .optional()
      .describe('Merged over the attributes of the conversation, name by name.'),
    metadata: attributes.optional().describe('For this turn alone; not stored.'),
    asr_lang_code: language.optional().describe('Language of speech recognition from now on, such as `en-GB`.'),
    tts_lang_code: language.optional().describe('Language of speech output from now on, such as `en-GB`.'),
    variant_id: z.never({ error: 'cannot change after the conversation was created' }).optional(),
  }),
  status: 200,
  answer: z.object({
    conversation_id: z.string().describe('Id of the conversation.'),
    response: z.string().describe("The agent's answer."),
    end_conversation: z
      .boolean()
      .describe('True when the agent has ended the conversation or handed it off: respond no more.'),
    handoff: z
      .object({
        destination: z.string().describe('Destination of the conversation.'),
        reason: z.string().describe('Why it is handed off.'),
      })
      .optional()
      .describe('Present when the conversation is handed to a person.'),
  }),
  failures: FAILURES,
});

export const closeChat = defineRoute({
  family: chatFamily,
  name: 'closeChat',
  description: 'Ends a conversation. One that was closed, has ended or has timed out is answered in the same way.',
  sections: '2.1, 3.5, 4.1',
  summary: 'Closes a conversation; one that is over already is no error',
  method: 'PUT',
  path: '/{version}/{account_id}/{project_id}/chat/close',
  params: noFields,
  query: noFields,
  body: z.object({ conversation_id: conversationId.describe('Id of the conversation.') }),
  status: 200,
  answer: z.object({ success: z.literal(true).describe('Always true.') }),
  failures: FAILURES,
});

export const chatRoutes = [createChat, respondToChat, closeChat];
