/** Branches: their behavior, and the way back into main, with the conflicts that stand in it. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { PlatformError } from '../../../entries/platform.ts';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, TextField, Unsaved } from '../kit/fields.tsx';
import { useDraft } from '../kit/kept-value.ts';
import { AGENT, usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';

const STRATEGIES = { ours: 'that of main', theirs: 'that of the branch', base: 'that of before' } as const;
type Strategy = keyof typeof STRATEGIES;

/** Paths that both sides have changed, each with the value to take. */
type Conflicts = Readonly<Record<string, Strategy>>;

export function BranchesPanel({ route: { id } }: { readonly route: Route }): JSX.Element {
  const { platform } = usePort();
  const shown = id || 'main';
  const [name, setName] = useState('');
  const act = useAct();
  const asked = useAsk('branches', () => platform.agents.branches.list(AGENT));
  const create = () =>
    act.run(async () => {
      const { branchId } = await platform.agents.branches.create(AGENT, name.trim());
      setName('');
      asked.reload();
      location.hash = linkTo('branches', branchId);
      return `The branch “${name.trim()}” was created from main.`;
    });
  const remove = (id: string) =>
    act.run(async () => {
      const name = asked.value?.branches.find(each => each.branchId === id)?.name ?? id;
      await platform.agents.branches.delete(AGENT, id);
      asked.reload();
      location.hash = linkTo('branches');
      return `The branch “${name}” was deleted.`;
    });
  return (
    <>
      <Form label="New branch" onSubmit={create}>
        <TextField label="New branch" value={name} required onInput={setName} />
        <button type="submit" class="main">
          Create branch
        </button>
        <ActStatus act={act} />
      </Form>
      <AskedView asked={asked}>
        {({ branches }) => (
          <>
            <ul class="chips" aria-label="Branches">
              {branches.map(each => (
                <li key={each.branchId}>
                  <a
                    class="button"
                    href={linkTo('branches', each.branchId)}
                    aria-current={each.branchId === shown ? 'true' : undefined}
                  >
                    {each.name ?? each.branchId}
                  </a>
                </li>
              ))}
            </ul>
            {branches.some(each => each.branchId === shown) ? (
              <Branch key={shown} id={shown} remove={remove} />
            ) : (
              !asked.isLoading && <p class="empty">There is no branch {shown}. Choose another one.</p>
            )}
          </>
        )}
      </AskedView>
    </>
  );
}

interface BranchProps {
  readonly id: string;
  readonly remove: (id: string) => void;
}

function Branch({ id, remove }: BranchProps): JSX.Element {
  const { branches } = usePort().platform.agents;
  const act = useAct();
  const [conflicts, setConflicts] = useState<Conflicts>({});
  const behavior = useAsk(id, () =>
    branches.getBehavior(AGENT, id).catch(error => {
      // A branch without a behavior has none to show, which is no failure.
      if (error instanceof PlatformError && error.status === 404) return { behavior: '' };
      throw error;
    }),
  );
  const [text, setText] = useDraft(`behavior of ${id}`, behavior.value?.behavior);
  const save = () =>
    act.run(async () => {
      await branches.setBehavior(AGENT, id, text);
      behavior.reload();
      return 'The behavior was saved.';
    });
  const merge = () =>
    act.run(async () => {
      if (text !== behavior.value?.behavior) throw new Error('Save the behavior first: a merge takes what is saved.');
      return mergeBranch(Object.keys(conflicts).length > 0 ? conflicts : null);
    });
  async function mergeBranch(chosen: Conflicts | null): Promise<string> {
    const resolutions = Object.entries(chosen ?? {}).map(([path, strategy]) => ({ path: path.split('/'), strategy }));
    try {
      await branches.merge(AGENT, id, chosen ? { conflictResolutions: resolutions } : {});
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.conflict || error.fields.length === 0) throw error;
      setConflicts(Object.fromEntries(error.fields.map(each => [each.field, 'theirs' as const])));
      throw new Error('Both sides have changed the same. Choose a value for each, and merge again.');
    }
    setConflicts({});
    return 'The branch was merged into main.';
  }
  return (
    <AskedView asked={behavior}>
      {({ behavior: stored }) => (
        <Form label="Behavior" onSubmit={save}>
          <label class="field wide">
            <span>Behavior on {id}</span>
            <textarea rows={8} value={text} onInput={event => setText(event.currentTarget.value)} spellcheck={false} />
          </label>
          <button type="submit" class="main">
            Save behavior
          </button>
          <Unsaved text={text} stored={stored} onDiscard={() => setText(stored)} />
          {id !== 'main' && (
            <>
              <Resolutions conflicts={conflicts} onChange={setConflicts} />
              <button type="button" onClick={merge}>
                {Object.keys(conflicts).length > 0 ? 'Merge with these values' : 'Merge into main'}
              </button>
              <button type="button" onClick={() => remove(id)}>
                Delete branch
              </button>
            </>
          )}
          <ActStatus act={act} />
        </Form>
      )}
    </AskedView>
  );
}

interface ResolutionsProps {
  readonly conflicts: Conflicts;
  readonly onChange: (conflicts: Conflicts) => void;
}

function Resolutions({ conflicts, onChange }: ResolutionsProps): JSX.Element | null {
  const paths = Object.keys(conflicts);
  if (paths.length === 0) return null;
  return (
    <fieldset class="conflicts">
      <legend>{paths.length === 1 ? '1 conflict' : `${paths.length} conflicts`}</legend>
      {paths.map(path => (
        <Select
          key={path}
          label={path}
          value={conflicts[path] ?? 'theirs'}
          options={STRATEGIES}
          onChange={value => onChange({ ...conflicts, [path]: value as Strategy })}
        />
      ))}
    </fieldset>
  );
}
