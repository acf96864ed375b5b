import { brokerFromEnv } from 'natter/broker';

let broker;

export default {
  fetch(request, env) {
    broker ??= brokerFromEnv(env);
    return broker.fetch(request, { address: request.headers.get('CF-Connecting-IP') });
  },
};
