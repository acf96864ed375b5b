#!/usr/bin/env node
/**
 * A voice for speech-dispatcher that needs no sound: it writes down the words that it is given, takes about as long as speaking them would,
 * and notes which were cut off. It speaks speech-dispatcher's module protocol on its standard streams.
 */

import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const LOG = process.env.NATTER_VOICE_LOG;
/** About the speed that experienced screen reader users choose. */
const MS_PER_LETTER = 35;
const MS_PER_SAYING = 150;

const answer = text => process.stdout.write(`${text}\n`);
let language = 'en';
const note = (what, words) => {
  if (LOG) appendFileSync(LOG, `${JSON.stringify({ at: Date.now(), what, words, language })}\n`);
};

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = ssml =>
  ssml
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (all, name) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

let saying;
function say(words) {
  answer('200 OK SPEAKING');
  answer('701 BEGIN');
  note('begin', words);
  const timer = setTimeout(
    () => {
      saying = undefined;
      note('end', words);
      answer('702 END');
    },
    MS_PER_SAYING + words.length * MS_PER_LETTER,
  );
  saying = { words, timer };
}

function stop() {
  if (!saying) return;
  clearTimeout(saying.timer);
  note('cut', saying.words);
  saying = undefined;
  answer('703 STOP');
}

/** Commands that are followed by lines, up to a full stop: the answers before and after those lines. */
const BODIES = {
  AUDIO: ['207 OK RECEIVING AUDIO SETTINGS', () => answer('203 OK AUDIO INITIALIZED')],
  LOGLEVEL: ['207 OK RECEIVING LOGLEVEL SETTINGS', () => answer('203 OK LOG LEVEL SET')],
  SET: [
    '203 OK RECEIVING SETTINGS',
    lines => {
      for (const line of lines) language = /^language=(.+)/.exec(line)?.[1] ?? language;
      answer('203 OK SETTINGS RECEIVED');
    },
  ],
  SPEAK: ['202 OK RECEIVING MESSAGE', lines => say(plain(lines.join(' ')))],
  CHAR: ['202 OK RECEIVING MESSAGE', lines => say(lines.join(' ').trim() || 'space')],
  KEY: ['202 OK RECEIVING MESSAGE', lines => say(lines.join(' '))],
  SOUND_ICON: ['202 OK RECEIVING MESSAGE', () => say('')],
};
const COMMANDS = {
  INIT: () => answer('299-The voice writes down what it says.\n299 OK LOADED SUCCESSFULLY'),
  'LIST VOICES': () => {
    for (const each of ['en', 'de', 'es', 'fr', 'ar', 'ja']) answer(`200-paper-${each}\t${each}\tnone`);
    answer('200 OK VOICE LIST SENT');
  },
  STOP: stop,
  PAUSE: stop,
  QUIT: () => {
    answer('210 OK QUIT');
    process.exit();
  },
};

let body;
createInterface({ input: process.stdin }).on('line', line => {
  if (body) {
    if (line !== '.') {
      body.lines.push(line.replace(/^\.\./, '.'));
      return;
    }
    const { done, lines } = body;
    body = undefined;
    done(lines);
    return;
  }
  if (BODIES[line]) {
    const [before, done] = BODIES[line];
    body = { done, lines: [] };
    answer(before);
    return;
  }
  if (COMMANDS[line]) COMMANDS[line]();
  else answer('300 ERR UNKNOWN COMMAND');
});
