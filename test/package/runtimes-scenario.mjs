/**
 * The scenario that runtimes.mjs runs with the built client in each runtime: calls to both hosts, an error, and a webhook. Returns one line
 * that begins with ok.
 */

const KEYS = {
  chat: 'demo-chat',
  connector: 'demo-connector',
  conversations: 'demo-conversations',
  builder: 'demo-builder',
};

export async function use({ createPlatform, verifyWebhook }, { baseUrl, builderUrl, secret, headers, body }) {
  const client = createPlatform({ baseUrl, builderUrl, keys: KEYS, accountId: 'demo', projectId: 'shop' });
  const { conversation_id } = await client.chat.create();
  await client.chat.respond({ conversation_id, message: 'opening hours' });
  await client.chat.close(conversation_id);
  const turns = [];
  for await (const each of client.conversations.all({ limit: 1 })) {
    if (each.id === conversation_id) turns.push(...each.turns);
  }
  const [agent] = await client.agents.list();
  const refused = await client.chat.respond({ conversation_id, message: 'more' }).catch(error => error);
  const verify = async text => {
    const request = new Request('https://receiver.example/', { method: 'POST', headers, body: text });
    return (await verifyWebhook(request, ['whsec_other', secret])).ok;
  };
  const verified = [await verify(body), await verify(`${body} `)];
  const seen = [turns.length, agent.agentId, refused.status, refused.code, ...verified];
  const isRight = seen.join() === '2,PROJECT-shop,410,ChatConversationEnded,true,false';
  return `${isRight ? 'ok' : 'FAILED'}: ${seen[0]} turns, agent ${seen[1]}, ${seen[2]} ${seen[3]}, webhook ${seen[4]}, changed webhook ${seen[5]}`;
}
