// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { PlatformError } from '../../../src/entries/platform.ts';
import { fakePort } from './fake-port.ts';
import { fill, press, showConsole } from './panel-page.tsx';

const deployment = (environment: string, version: string) => ({
  id: `${environment}-${version}`,
  environment,
  version,
});

describe('deployments', () => {
  afterEach(cleanup);

  it('a version is promoted with the note, and the board follows', async () => {
    const active: Record<string, object | null> = {
      sandbox: deployment('sandbox', 'v2'),
      'pre-release': null,
      live: null,
    };
    const asked: unknown[] = [];
    const deployments = {
      active: async () => ({ activeDeployments: { ...active } }),
      list: async () => ({ deployments: [] }),
      promote: async (...given: unknown[]) => {
        asked.push(given);
        active['pre-release'] = deployment('pre-release', 'v2');
        return { deployment: active['pre-release'] };
      },
      rollback: async () => {
        throw new Error('There is nothing before it.');
      },
    };
    showConsole('#/deployments', fakePort({ platform: { agents: { deployments } } }));
    await fill('textbox', 'Note for the next deployment', ' Spring ');
    await press('Promote to pre-release');
    expect(await screen.findByText('pre-release runs v2.')).toBeTruthy();
    expect(asked).toEqual([
      ['PROJECT-shop', 'sandbox-v2', { deploymentMessage: 'Spring', targetEnvironment: 'pre-release' }],
    ]);
    await press('Roll back pre-release');
    expect(await screen.findByText('There is nothing before it.')).toBeTruthy();
    expect(screen.getByText('Nothing has been deployed to live.')).toBeTruthy();
  });

  it('a merge with conflicts names the paths, and is repeated with the chosen values', async () => {
    const merges: unknown[] = [];
    const branches = {
      list: async () => ({
        branches: [
          { branchId: 'main', name: 'main' },
          { branchId: 'BRANCH-1', name: 'warmer' },
        ],
      }),
      getBehavior: async () => ({ behavior: 'Be warm.' }),
      merge: async (_agent: string, _branch: string, body: object) => {
        merges.push(body);
        const fields = [{ field: 'topics/TOPIC-1', message: 'was changed on both sides' }];
        if (merges.length === 1)
          throw new PlatformError({ status: 409, code: '', message: 'Conflict', conflict: true, fields });
      },
    };
    showConsole('#/branches/BRANCH-1', fakePort({ platform: { agents: { branches } } }));
    await press('Merge into main');
    const choice = await screen.findByRole('combobox', { name: 'topics/TOPIC-1' });
    fireEvent.change(choice, { target: { value: 'ours' } });
    await press('Merge with these values');
    expect(await screen.findByText('The branch was merged into main.')).toBeTruthy();
    expect(merges[1]).toEqual({ conflictResolutions: [{ path: ['topics', 'TOPIC-1'], strategy: 'ours' }] });
    expect(screen.queryByRole('group', { name: '1 conflict' })).toBeNull();
  });

  it('a behavior that is not saved outlives a look at another branch, and is not merged', async () => {
    const stored: Record<string, string> = { main: 'Be brief.', 'BRANCH-1': 'Be warm.' };
    const merged: string[] = [];
    const branches = {
      list: async () => ({
        branches: [
          { branchId: 'main', name: 'main' },
          { branchId: 'BRANCH-1', name: 'warmer' },
        ],
      }),
      getBehavior: async (_: string, id: string) => ({ behavior: stored[id] }),
      setBehavior: async (_: string, id: string, text: string) => {
        stored[id] = text;
      },
      merge: async (_: string, id: string) => {
        merged.push(id);
        stored.main = `${stored[id]}`;
      },
    };
    showConsole('#/branches/BRANCH-1', fakePort({ platform: { agents: { branches } } }));
    const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
    await field(/^Behavior on BRANCH-1/);
    await fill('textbox', /^Behavior on BRANCH-1/, 'Be warmer.');
    location.hash = '#/branches/main';
    expect((await field(/^Behavior on main/)).value).toBe('Be brief.');
    location.hash = '#/branches/BRANCH-1';
    expect((await field(/^Behavior on BRANCH-1/)).value).toBe('Be warmer.');
    await press('Merge into main');
    await screen.findByText('Save the behavior first: a merge takes what is saved.');
    expect(merged).toEqual([]);
    await press('Discard the change');
    expect((await field(/^Behavior on BRANCH-1/)).value).toBe('Be warm.');
    expect(screen.queryByText('Not saved.')).toBeNull();
    await fill('textbox', /^Behavior on BRANCH-1/, 'Be warmer.');
    await press('Save behavior');
    await screen.findByText('The behavior was saved.');
    await press('Merge into main');
    await screen.findByText('The branch was merged into main.');
    location.hash = '#/branches/main';
    expect((await field(/^Behavior on main/)).value).toBe('Be warmer.');
  });

  it('a link to a branch or a page of values that does not exist says so, and leads on', async () => {
    const branches = {
      list: async () => ({ branches: [{ branchId: 'main', name: 'main' }] }),
      getBehavior: async () => ({ behavior: 'Be warm.' }),
    };
    const page = { clientEnv: 'live', variables: {}, schema: true, lastUpdated: null };
    const realTimeConfigs = { list: async () => ({ configPages: [page] }) };
    const port = fakePort({ platform: { agents: { branches, realTimeConfigs } } });
    showConsole('#/branches/nope', port);
    await screen.findByText('There is no branch nope. Choose another one.');
    expect(screen.queryByRole('textbox', { name: /Behavior/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'main' })).toBeTruthy();
    cleanup();
    showConsole('#/config/nope', port);
    await screen.findByText('There is no page nope. Choose another one.');
    fireEvent.change(screen.getByRole('combobox', { name: 'Page' }), { target: { value: 'live' } });
    expect(await screen.findByRole('textbox', { name: /^Values of live/ })).toBeTruthy();
  });

  it('a failure names what to do, without the names of methods', async () => {
    const branches = {
      list: async () => {
        throw new PlatformError({ status: 0, code: 'no_answer', message: 'listBranches got no answer from …' });
      },
      create: async () => {
        const fields = [{ field: 'name', message: 'must not be empty' }];
        throw new PlatformError({ status: 0, code: 'invalid_input', message: 'createBranch was not sent.', fields });
      },
    };
    showConsole('#/branches', fakePort({ platform: { agents: { branches } } }));
    await screen.findByText('The demo did not answer. Is it still running?');
    await fill('textbox', 'New branch', ' ');
    await press('Create branch');
    expect(await screen.findByText('Not sent: name: must not be empty')).toBeTruthy();
  });

  it('a variant becomes the default', async () => {
    let standard = 'a';
    const variant = (id: string) => ({
      id,
      name: id.toUpperCase(),
      isDefault: id === standard,
      attributeValues: { values: {} },
    });
    const variants = {
      list: async () => ({ variants: [variant('a'), variant('b')] }),
      update: async (_agent: string, _branch: string, id: string) => {
        standard = id;
      },
    };
    const branches = { list: async () => ({ branches: [{ branchId: 'main' }] }) };
    showConsole('#/variants', fakePort({ platform: { agents: { variants, branches } } }));
    await press('Make default: B');
    expect(await screen.findByText('“B” is the default now.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Make default: A' })).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Variants' })).getAllByText('default')).toHaveLength(1);
  });

  it('live values are saved as an object, and anything else is refused before it is sent', async () => {
    const sent: unknown[] = [];
    const page = { clientEnv: 'live', variables: {}, schema: true, lastUpdated: null };
    const realTimeConfigs = {
      list: async () => ({ configPages: [page] }),
      setVariables: async (_agent: string, _name: string, variables: object) => {
        sent.push(variables);
        return { ...page, variables };
      },
    };
    showConsole('#/config/live', fakePort({ platform: { agents: { realTimeConfigs } } }));
    await fill('textbox', /^Values of live/, '{"opening_hours": ');
    await press('Save values');
    expect((await screen.findByText(/The values are not JSON/)).className).toContain('failed');
    await fill('textbox', /^Values of live/, '[1]');
    await press('Save values');
    await screen.findByText(/must be an object/);
    await fill('textbox', /^Values of live/, '{"opening_hours": "Nine to five."}');
    await press('Save values');
    expect(await screen.findByText(/Saved\. The agent of live uses it/)).toBeTruthy();
    expect(sent).toEqual([{ opening_hours: 'Nine to five.' }]);
  });

  it('a text that is not saved outlives a look at another page, and values that stay are named', async () => {
    const page = (clientEnv: string) => ({ clientEnv, variables: { a: 1 }, schema: true, lastUpdated: null });
    const realTimeConfigs = {
      list: async () => ({ configPages: [page('live'), page('sandbox')] }),
      setVariables: async (_agent: string, name: string, own: object) => ({
        ...page(name),
        variables: { a: 1, ...own },
      }),
    };
    showConsole('#/config/live', fakePort({ platform: { agents: { realTimeConfigs } } }));
    await fill('textbox', /^Values of live/, '{"b": 2}');
    const choose = (value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Page' }), { target: { value } });
    choose('sandbox');
    await screen.findByRole('textbox', { name: /^Values of sandbox/ });
    choose('live');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Values of live/ });
    expect(field.value).toBe('{"b": 2}');
    await press('Save values');
    await screen.findByText(/The platform removes no values: a stayed\./);
    expect(JSON.parse(field.value)).toEqual({ a: 1, b: 2 });
  });
});
