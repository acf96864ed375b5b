import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfigWithFiles, watchFileVariables } from '../../../src/broker/node/file-variables.ts';
import { CONNECTOR_TOKEN, KEY_1, SHOP } from '../fixtures/fake-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'natter-files-'));
const undo: (() => void)[] = [];

afterEach(() => {
  for (const each of undo.splice(0)) each();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  undo.push(() => rmSync(path));
  return path;
}

const ENV = {
  NATTER_PLATFORM_URL: 'https://messaging.example.net',
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: SHOP,
  NATTER_TICKET_KEYS: `k1:${KEY_1}`,
};

describe('variables in files', () => {
  it('variables have the value of their file, without the line break at its end', () => {
    const env = { ...ENV, NATTER_CONNECTOR_TOKEN_FILE: file('token', `${CONNECTOR_TOKEN}\n`) };
    expect(readConfigWithFiles(env)).toMatchObject({
      ok: true,
      options: { connectorToken: CONNECTOR_TOKEN },
      warnings: [],
    });
  });

  it('a missing file is one problem, and its path is not shown', () => {
    const config = readConfigWithFiles({ ...ENV, NATTER_CONNECTOR_TOKEN_FILE: join(folder, 'SECRET') });
    expect(config).toMatchObject({
      ok: false,
      problems: [{ variable: 'NATTER_CONNECTOR_TOKEN_FILE', message: expect.stringContaining('ENOENT') }],
    });
    expect(JSON.stringify(config)).not.toContain('SECRET');
  });

  it('a file beside the variable itself is a problem', () => {
    const path = file('token', CONNECTOR_TOKEN);
    const config = readConfigWithFiles({ ...ENV, NATTER_CONNECTOR_TOKEN: 'x', NATTER_CONNECTOR_TOKEN_FILE: path });
    expect(config).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('is set as well') }] });
  });

  it('files are watched for changes', async () => {
    const path = file('token', 'one');
    let changes = 0;
    const end = watchFileVariables({ NATTER_CONNECTOR_TOKEN_FILE: path }, () => {
      changes += 1;
    });
    undo.push(() => end?.());
    // Written again and again: the first change may come before the watch has looked at the file.
    const change = () => {
      writeFileSync(path, `another ${Math.random()}`);
      return changes;
    };
    await expect.poll(change, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(watchFileVariables(ENV, () => {})).toBeUndefined();
  });
});
