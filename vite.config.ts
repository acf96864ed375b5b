/** `npm run dev`: the demo page from its sources, with a broker and the emulator beside it. The build does not use this. */

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { startBroker } from './src/broker/node/server.ts';
import { accessTo } from './src/cli/demo.ts';
import { createPlatformProxy } from './src/demo/proxy/platform-proxy.ts';
import { startEmulator } from './src/emulator/node/server.ts';

const DEMO_PORT = Number(process.env.NATTER_DEMO_PORT || 5173);

/** Stands in for the built loader: its source, which finds the tag by its name. */
const DEV_LOADER = "import('/src/entries/loader.ts');";

function backend(): Plugin {
  let addresses: Record<string, string> = {};
  return {
    name: 'natter-backend',
    apply: 'serve',
    async configureServer(server) {
      const emulator = await startEmulator({ port: Number(process.env.NATTER_EMULATOR_PORT || 4100) });
      const broker = await startBroker({
        options: {
          platformUrl: emulator.url,
          connectorToken: 'demo-connector',
          host: 'localhost',
          allowedOrigins: [`http://localhost:${DEMO_PORT}`, `http://127.0.0.1:${DEMO_PORT}`],
          ticketKeys: [{ kid: 'dev', key: randomBytes(32).toString('base64url') }],
          rateLimit: 1000,
        },
        port: Number(process.env.PORT || 4000),
        trustedProxies: 0,
        logLevel: 'warn',
        warnings: [],
      });
      addresses = { broker: broker.url, emulator: emulator.url, dialect: 'service' };
      server.httpServer?.on('close', () => void Promise.all([broker.close(), emulator.close()]));
      const proxy = createPlatformProxy(() => accessTo(emulator, 'service'));
      server.middlewares.use(async (request, response, next) => {
        if (!(await proxy(request, response))) next();
      });
      server.middlewares.use('/natter.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript').end(DEV_LOADER);
      });
    },
    transformIndexHtml: page => page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => addresses[name] ?? ''),
  };
}

export default defineConfig({
  define: {
    __NATTER_VERSION__: JSON.stringify('development'),
    __NATTER_APP__: JSON.stringify('/src/entries/app.ts'),
    __NATTER_LANGUAGES__: JSON.stringify(
      readdirSync('src/ui/languages')
        .map(file => file.replace(/\.ts$/, ''))
        .join(' '),
    ),
    __NATTER_LANGUAGE__: JSON.stringify('/src/ui/languages/*.ts'),
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The tag's files are not in the page's markup, and what is found late has the page loaded anew, under a visitor's hands.
  optimizeDeps: { entries: ['index.html', 'src/entries/loader.ts', 'src/entries/app.ts'] },
  server: { port: DEMO_PORT, strictPort: true },
  plugins: [backend()],
});
