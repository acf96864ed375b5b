/** The backend of every example: the emulated platform, and a broker that knows the pages. Your servers need only the broker. */

import { randomBytes } from 'node:crypto';
import { readBrokerConfig, startBroker } from 'natter/broker';
import { startEmulator } from 'natter/emulator';

const { PORT = '4000', PLATFORM_PORT = '4100', PAGES = 'http://localhost:3000' } = process.env;

const platform = await startEmulator({ port: Number(PLATFORM_PORT) });

const config = readBrokerConfig({
  PORT,
  NATTER_PLATFORM_URL: platform.url,
  NATTER_CONNECTOR_TOKEN: 'demo-connector',
  NATTER_HOST: 'localhost',
  NATTER_ALLOWED_ORIGINS: PAGES,
  NATTER_TICKET_KEYS: `local:${randomBytes(32).toString('base64url')}`,
  NATTER_RATE_LIMIT: '1000',
  LOG_LEVEL: 'warn',
});
if (!config.ok) throw new Error(config.problems.map(({ message }) => message).join('\n'));

const broker = await startBroker(config);
console.log(`Platform ${platform.url}, broker ${broker.url}, for pages of ${PAGES}: ready`);
