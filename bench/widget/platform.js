/**
 * Runs in Natter's page before its script: a broker, a platform and a socket without a network. They speak the real protocol, so the widget
 * does everything from a frame's text to its pixels. `subject` decides how the conversation is filled.
 */

(() => {
  const BROKER = 'http://localhost/broker';
  const PLATFORM = 'http://localhost/platform';
  const RICH = { attachments: [], response_suggestions: [] };
  const PERSON = { agent_name: 'Fern', agent_avatar_url: '' };
  let sequence = 0;
  let socket;
  let activate;
  const active = new Promise(resolve => {
    activate = resolve;
  });

  function event(name, payload, custom) {
    sequence += 1;
    return {
      id: `event-${sequence}`,
      sequence,
      timestamp: new Date().toISOString(),
      type: `EVENT_TYPE_${name}`,
      payload,
      ...(custom && { metadata: { custom } }),
    };
  }

  const deliver = text => socket.dispatchEvent(new MessageEvent('message', { data: text }));
  const tell = value => deliver(JSON.stringify(value));

  function answer({ type, payload, metadata }) {
    const { custom } = metadata ?? {};
    if (type === 'EVENT_TYPE_HEARTBEAT') {
      tell({ id: crypto.randomUUID(), timestamp: new Date().toISOString(), type, payload: {}, metadata });
    } else if (type.includes('AGENT_JOIN')) {
      tell(event('REQUEST_SERVICE_AGENT_JOIN', {}, custom));
      tell(event('SERVICE_AGENT_JOINED', PERSON));
      activate();
    } else if (type === 'EVENT_TYPE_USER_MESSAGE') tell(event('USER_MESSAGE', payload, custom));
  }

  class PageSocket extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSING = 2;
    static CLOSED = 3;
    readyState = 0;
    binaryType = 'blob';
    bufferedAmount = 0;
    protocol = '';
    extensions = '';

    constructor(url) {
      super();
      this.url = `${url}`;
      socket = this;
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event('open'));
        const capabilities = { streaming: true, max_message_size_bytes: 131_072, heartbeat_interval_seconds: 30 };
        if (sequence === 0) tell(event('SESSION_START', { capabilities }));
      });
    }

    send(text) {
      setTimeout(() => answer(JSON.parse(text)));
    }

    close() {
      this.readyState = 3;
      this.dispatchEvent(new CloseEvent('close', { code: 1000 }));
    }
  }

  const TOKEN = {
    access_token: 'a'.repeat(40),
    expires_in: 3600,
    token_type: 'Bearer',
    messaging_url: PLATFORM,
    dialect: 'service',
    resume_ticket: 'r'.repeat(40),
    features: [],
  };
  const { fetch } = window;
  window.fetch = async (resource, init) => {
    const address = resource.url ?? `${resource}`;
    if (address.startsWith(BROKER)) return Response.json(TOKEN);
    if (address.startsWith(PLATFORM)) return Response.json({ session_id: 'session-1' });
    return fetch(resource, init);
  };
  window.WebSocket = PageSocket;

  const toEvent = ({ from, text }, place) =>
    from === 'user'
      ? event('USER_MESSAGE', { text })
      : event('SERVICE_AGENT_MESSAGE', { ...RICH, message_id: `message-${sequence}-${place}`, text });

  window.subject = {
    active,
    batch(messages) {
      const frame = JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: messages.map(toEvent) } });
      return () => deliver(frame);
    },
    piece(text, index, last) {
      const piece = { ...RICH, message_id: 'reply', text, chunk_index: index, is_complete: last };
      tell(event('SERVICE_AGENT_MESSAGE_CHUNK', piece));
    },
  };
})();
