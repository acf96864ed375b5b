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
    .describe(
      'Your own attributes. The agent can read them throughout the conversation. Handoff state can be found by the attribute `shared_id`.',
    ),
  variant_id: z
    .string()
    .min(1)
    .optional()
    .describe('Variant that the conversation uses. It cannot change afterwards. Default: the default variant.'),
  channel: z
    .enum(['webchat', 'whatsapp', 'sms', 'api'])
    .optional()
    .describe(
      'Channel of the conversation. Its record names the channel in capitals, and has `CHAT` for `api`. Default: `api`.',
    ),
  asr_lang_code: language.optional().describe('Language of speech recognition, such as `en-GB`.'),
  tts_lang_code: language.optional().describe('Language of speech output, such as `en-GB`.'),
  initial_message: z
    .string()
    .optional()
    .describe(
      "The user's first message. The agent replies to it instead of greeting. The dialect `poly` ignores this field.",
    ),
});

export const createChat = defineRoute({
  family: chatFamily,
  name: 'createChat',
  description:
    "Starts a conversation in the environment of the connector token. The body may be omitted or empty. The response contains the agent's greeting, or its reply to `initial_message`.",
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
    'Adds a turn and returns the reply. 410 if the conversation has ended or was closed, 400 with the code `CHAT_TIMEOUT` after ten idle minutes. If `end_conversation` is true, the conversation accepts no more turns; if the reason is a hand-off, the same response has `handoff`. Do not repeat a call whose response you did not receive: the message might be added twice.',
  sections: '2.1, 3.5, 4.1',
  summary: "Sends the user's message and returns the agent's reply",
  method: 'POST',
  path: '/{version}/{account_id}/{project_id}/chat/respond',
  params: noFields,
  query: noFields,
  body: z.object({
    conversation_id: conversationId.describe('Id of the conversation.'),
    message: z
      .string()
      .optional()
      .describe('Message of the user. Absent or empty: the user said nothing, and the agent asks again.'),
    integration_attributes: attributes
      .optional()
      .describe('Attributes to add to those of the conversation. They replace attributes of the same name.'),
    metadata: attributes.optional().describe('Values for this turn only, which are not stored.'),
    asr_lang_code: language.optional().describe('Language of speech recognition from now on, such as `en-GB`.'),
    tts_lang_code: language.optional().describe('Language of speech output from now on, such as `en-GB`.'),
    variant_id: z.never({ error: 'cannot change after the conversation was created' }).optional(),
  }),
  status: 200,
  answer: z.object({
    conversation_id: z.string().describe('Id of the conversation.'),
    response: z.string().describe("The agent's reply."),
    end_conversation: z
      .boolean()
      .describe('True if the agent has ended the conversation or handed it off: send no more messages.'),
    handoff: z
      .object({
        destination: z.string().describe('Destination of the conversation.'),
        reason: z.string().describe('Reason of the hand-off.'),
      })
      .optional()
      .describe('Present if the conversation is handed off to a person.'),
  }),
  failures: FAILURES,
});

export const closeChat = defineRoute({
  family: chatFamily,
  name: 'closeChat',
  description: 'Ends a conversation. Also succeeds if it was closed before, has ended or has timed out.',
  sections: '2.1, 3.5, 4.1',
  summary: 'Closes a conversation; succeeds if it is over already',
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
