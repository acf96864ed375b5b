/**
 * `npm run bench:lighthouse`: how much the script tag changes a page's Lighthouse figures for a visitor who does not chat. Two pages, one
 * of text only and one like a shop's, are measured without a tag, with a script that does nothing, and with Natter's. Lighthouse is not a
 * dependency: npm fetches it. `--write` puts the table into docs/FIGURES.md, beside its explanation.
 */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { writeBlocks } from './blocks.mjs';
import { fromRoot, table } from './table.mjs';
import { figure } from './widget/figures.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const REPETITIONS = 5;

const TAGS = {
  'no script': '',
  'an empty script': '<script async src="/empty.js"></script>',
  Natter: '<script async src="/natter.js" data-broker="http://localhost:1/broker"></script>',
};

const WORDS = `<p>${'Made of pine, and made to be repaired. '.repeat(40)}</p>`;
const BODIES = {
  'text alone': WORDS.repeat(6),
  'a shop’s page': `<link rel="stylesheet" href="/shop.css"><img src="/hero.png" width="640" height="400" alt="A chair">${WORDS}<script src="/shop.js" defer></script>`,
};

const pageWith = (body, tag) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Harbour</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Chairs"><link rel="icon" href="data:,">
<h1>Harbour</h1>${body}${tag}</html>`;

/** 250 KB that no compression makes smaller, like a photograph. */
function picture(width, height) {
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) randomBytes(width).copy(rows, row * (width + 1) + 1);
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [data.length, crc32(body)].map(number => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    });
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function startSite() {
  const files = {
    '/empty.js': ['text/javascript', '0'],
    '/shop.js': ['text/javascript', `document.title += '';/*${'x'.repeat(40_000)}*/`],
    '/shop.css': ['text/css', `body{font-family:sans-serif;margin:2rem}/*${'x'.repeat(20_000)}*/`],
    '/hero.png': ['image/png', picture(640, 400)],
  };
  const pages = Object.values(BODIES).flatMap(body => Object.values(TAGS).map(tag => pageWith(body, tag)));
  const server = createServer(async ({ url }, response) => {
    const script = /^\/natter[\w.-]*\.js$/.test(url) && ['text/javascript', await readFile(fromRoot(`dist${url}`))];
    const [type, content] = script || files[url] || ['text/html; charset=utf-8', pages[url.slice(1)] ?? ''];
    response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${server.address().port}` };
}

async function audit(url) {
  const flags = ['--headless=new', ...CHROMIUM_FLAGS].join(' ');
  const options = ['--quiet', '--only-categories=performance', '--output=json', `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], {
    env: { ...process.env, CHROME_PATH: ensureChromium() },
    maxBuffer: 2 ** 26,
  });
  const { categories, audits } = JSON.parse(stdout);
  const of = name => audits[name].numericValue;
  return {
    score: categories.performance.score * 100,
    fcp: of('first-contentful-paint'),
    lcp: of('largest-contentful-paint'),
    tbt: of('total-blocking-time'),
    cls: of('cumulative-layout-shift'),
  };
}

export async function measureLighthouse() {
  const { server, origin } = await startSite();
  const cases = Object.keys(BODIES).flatMap(body => Object.keys(TAGS).map(tag => ({ body, tag, runs: [] })));
  try {
    // Takes turns, so that other work of the machine slows all of them.
    for (let i = 0; i < REPETITIONS; i++) {
      for (const [place, each] of cases.entries()) each.runs.push(await audit(`${origin}/${place}`));
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return cases.map(({ body, tag, runs }) => {
    const of = (key, unit = 'ms') =>
      figure(
        runs.map(each => each[key]),
        unit,
      );
    return {
      Page: body,
      With: tag,
      Score: of('score', ''),
      'First contentful paint': of('fcp'),
      'Largest contentful paint': of('lcp'),
      'Total blocking time': of('tbt'),
      'Layout shift': of('cls', ''),
    };
  });
}

const text = table(await measureLighthouse());
console.log(text);
if (process.argv.includes('--write')) await writeBlocks({ lighthouse: text });
