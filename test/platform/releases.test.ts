import { describe, expect, it } from 'vitest';
import { answering, client, failure, json, KEYS } from './platform-client.ts';

const SHOP = 'PROJECT-shop';
const keys = { ...KEYS, builder: 'demo-builder' };

describe.each(['service', 'poly'] as const)('releases in the dialect %s', dialect => {
  it('wire 14, merge deploys: publish after a merge resolves with the deployment that is there', async () => {
    const { platform } = client({ dialect, keys });
    const { branches, deployments } = platform.agents;
    const { branchId } = await branches.create(SHOP, 'spring');
    await branches.setBehavior(SHOP, branchId, 'Be brief.');
    await branches.merge(SHOP, branchId);
    const first = await deployments.publish(SHOP);
    const again = await deployments.publish(SHOP);
    expect(first.deployment.environment).toBe('sandbox');
    expect(again.deployment).toEqual(first.deployment);
    expect((await deployments.active(SHOP)).activeDeployments.sandbox).toEqual(first.deployment);
  });

  it('wire 14, sandbox to live: promote goes by pre-release, and no step twice', async () => {
    const { platform, sent } = client({ dialect, keys });
    const { branches, deployments } = platform.agents;
    const { branchId } = await branches.create(SHOP, 'spring');
    await branches.setBehavior(SHOP, branchId, 'Be brief.');
    await branches.merge(SHOP, branchId);
    const { deployment } = await deployments.publish(SHOP);
    sent.length = 0;
    const live = await deployments.promote(SHOP, deployment.id, { targetEnvironment: 'live' });
    const { activeDeployments } = await deployments.active(SHOP);
    expect(live.deployment).toEqual(activeDeployments.live);
    expect(activeDeployments['pre-release']?.version).toBe(deployment.version);
    expect(live.deployment.version).toBe(deployment.version);
    expect(sent.filter(each => each.url.endsWith('/promote'))).toHaveLength(2);
    expect(
      (await deployments.promote(SHOP, activeDeployments['pre-release']?.id ?? '', { targetEnvironment: 'live' }))
        .deployment,
    ).toEqual(live.deployment);
  });
});

describe('conflicts', () => {
  const merge = (status: number, body: unknown) =>
    failure(
      client({ fetch: answering(json(status, body)).fetch, keys }).platform.agents.branches.merge(SHOP, 'BRANCH-1'),
    );

  it.each<[number, object]>([
    [409, { message: 'Diverged.', errors: [{ field: 'behavior', message: 'was changed on both' }] }],
    [409, {}],
    [400, { message: 'Diverged.', errors: [{ field: 'behavior', message: 'was changed on both' }] }],
    [400, { message: 'Words.', errors: [{ field: 'topics/TOPIC-1', message: 'was changed on both' }] }],
    [400, { message: 'The branch has merge conflicts.' }],
    [400, { success: false, error_code: 'BRANCH_MERGE_CONFLICT', error_message: 'No.' }],
    [400, { hasConflicts: true, conflicts: [{ path: ['topics', 'TOPIC-1'] }] }],
  ])('wire 14, a merge that is answered with %i %j is a conflict', async (status, body) => {
    expect(await merge(status, body)).toMatchObject({ status, conflict: true, retryable: false });
  });

  it('wire 14, the paths of a conflict without errors are its fields', async () => {
    const { fields } = await merge(400, {
      conflicts: [{ path: ['topics', 'TOPIC-1'], message: 'both' }, { path: 'behavior' }],
    });
    expect(fields.map(each => each.field)).toEqual(['topics/TOPIC-1', 'behavior']);
  });

  it.each<[object]>([
    [{ message: 'Invalid.', errors: [{ field: 'conflictResolutions.0.path', message: 'must name a path' }] }],
    [{ success: false, error_code: 'SCHEMA_VALIDATION_FAILED', error_message: 'conflictResolutions must be a list' }],
    [{}],
  ])('a merge that is answered with 400 %j is none', async body => {
    expect(await merge(400, body)).toMatchObject({ status: 400, conflict: false });
  });

  it('a publish that is refused with another 409, or with nothing deployed, is rejected', async () => {
    const publish = (...answers: Response[]) =>
      failure(client({ fetch: answering(...answers).fetch, keys }).platform.agents.deployments.publish(SHOP));
    const other = json(409, { error_code: 'DEPLOYMENTS_LOCKED', error_message: 'Locked.' });
    expect(await publish(other)).toMatchObject({ status: 409, code: 'DEPLOYMENTS_LOCKED' });
    const none = json(200, { activeDeployments: { sandbox: null, 'pre-release': null, live: null } });
    expect(await publish(json(409, { message: 'Nothing new.' }), none)).toMatchObject({ status: 409, conflict: true });
  });
});
