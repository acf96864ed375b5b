/** Variants on a branch: create, make the default, delete, and the values of their attributes. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Variant } from '../../../entries/platform.ts';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, TextField } from '../kit/fields.tsx';
import { AGENT, usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';

export function VariantsPanel({ route: { query } }: { readonly route: Route }): JSX.Element {
  const { agents } = usePort().platform;
  const branch = query.branch || 'main';
  const act = useAct();
  const [name, setName] = useState('');
  const asked = useAsk(branch, async () => {
    const [{ variants }, { branches }] = await Promise.all([
      agents.variants.list(AGENT, branch),
      agents.branches.list(AGENT),
    ]);
    return { variants, branches };
  });
  const perform = (call: () => Promise<unknown>, words: string) =>
    act.run(async () => {
      await call();
      asked.reload();
      return words;
    });
  const create = () =>
    perform(async () => {
      await agents.variants.create(AGENT, branch, { name: name.trim() });
      setName('');
    }, `“${name.trim()}” was created. Publish to use it.`);
  return (
    <>
      <Form label="New variant" onSubmit={create}>
        <TextField label="New variant" value={name} required onInput={setName} />
        <button type="submit" class="main">
          Create variant
        </button>
        <ActStatus act={act} />
      </Form>
      <AskedView asked={asked}>
        {({ variants, branches }) => (
          <>
            <div class="form">
              <Select
                label="Branch"
                value={branch}
                options={Object.fromEntries(branches.map(each => [each.branchId, each.name ?? each.branchId]))}
                onChange={value => (location.hash = linkTo('variants', '', { branch: value }))}
              />
            </div>
            <ul class="cards" aria-label="Variants">
              {variants.map(each => (
                <Item
                  key={each.id}
                  variant={each}
                  makeDefault={() =>
                    perform(
                      () => agents.variants.update(AGENT, branch, each.id, { isDefault: true }),
                      `“${each.name}” is the default now.`,
                    )
                  }
                  remove={() =>
                    perform(() => agents.variants.delete(AGENT, branch, each.id), `“${each.name}” was deleted.`)
                  }
                />
              ))}
            </ul>
          </>
        )}
      </AskedView>
    </>
  );
}

interface ItemProps {
  readonly variant: Variant;
  readonly makeDefault: () => void;
  readonly remove: () => void;
}

function Item({ variant, makeDefault, remove }: ItemProps): JSX.Element {
  const values = Object.entries(variant.attributeValues.values);
  return (
    <li class="card">
      <b>{variant.name}</b>
      <span class="tags">{variant.isDefault && <b class="tag good">default</b>}</span>
      <small>
        <code>{variant.id}</code>
        {values.map(([name, value]) => ` · ${name}: ${value}`)}
      </small>
      {!variant.isDefault && (
        <div class="row">
          <button type="button" onClick={makeDefault}>
            Make default<span class="visually-hidden">: {variant.name}</span>
          </button>
          <button type="button" onClick={remove}>
            Delete<span class="visually-hidden"> {variant.name}</span>
          </button>
        </div>
      )}
    </li>
  );
}
