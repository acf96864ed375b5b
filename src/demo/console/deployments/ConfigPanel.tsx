/** Editor of real-time configs: values that take effect at once, without publishing. */

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ConfigPage } from '../../../entries/platform.ts';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, sameWords, Unsaved } from '../kit/fields.tsx';
import { dateTime } from '../kit/format.ts';
import { useDraft } from '../kit/kept-value.ts';
import { AGENT, usePort } from '../kit/port.ts';
import { readObject } from '../kit/read-object.ts';
import { linkTo, type Route } from '../kit/route.ts';

export function ConfigPanel({ route: { id } }: { readonly route: Route }): JSX.Element {
  const { realTimeConfigs } = usePort().platform.agents;
  const asked = useAsk('pages', () => realTimeConfigs.list(AGENT));
  return (
    <AskedView asked={asked}>
      {({ configPages }) => {
        const named = configPages.find(each => each.clientEnv === (id || 'live'));
        const page = id ? named : (named ?? configPages[0]);
        return (
          <>
            <div class="form">
              <Select
                label="Page"
                value={page?.clientEnv ?? ''}
                options={{ ...(page ? {} : { '': '–' }), ...sameWords(configPages.map(each => each.clientEnv)) }}
                onChange={name => (location.hash = linkTo('config', name))}
              />
            </div>
            {page ? (
              <Editor key={page.clientEnv} page={page} changed={asked.reload} />
            ) : (
              <p class="empty">
                {id ? `There is no page ${id}. Choose another one.` : 'The agent has no page of values.'}
              </p>
            )}
          </>
        );
      }}
    </AskedView>
  );
}

interface EditorProps {
  readonly page: ConfigPage;
  readonly changed: () => void;
}

const EXAMPLE = '{"opening_hours": "Monday to Friday, nine to five."}';

function Editor({ page, changed }: EditorProps): JSX.Element {
  const { realTimeConfigs } = usePort().platform.agents;
  const stored = JSON.stringify(page.variables, null, 2);
  const [text, setText] = useDraft(`values of ${page.clientEnv}`, stored);
  const latest = useRef(text);
  latest.current = text;
  const act = useAct();
  const save = () =>
    act.run(async () => {
      const given = readObject(text, 'The values', EXAMPLE);
      const { variables } = await realTimeConfigs.setVariables(AGENT, page.clientEnv, given);
      // Keeps what was typed meanwhile.
      if (latest.current === text) setText(JSON.stringify(variables, null, 2));
      changed();
      const left = Object.keys(variables).filter(name => !(name in given));
      const stayed = left.length > 0 ? ` The platform removes no values: ${left.join(', ')} stayed.` : '';
      return `Saved. The agent of ${page.clientEnv} uses it from the next turn on.${stayed}`;
    });
  return (
    <Form label="Values" onSubmit={save}>
      <label class="field wide">
        <span>Values of {page.clientEnv}, as JSON</span>
        <textarea
          rows={8}
          value={text}
          spellcheck={false}
          placeholder={EXAMPLE}
          onInput={event => setText(event.currentTarget.value)}
        />
        <small>
          Values that are not named stay. The shop’s agent reads opening_hours. Last change:{' '}
          {dateTime(page.lastUpdated)}
        </small>
      </label>
      <button type="submit" class="main">
        Save values
      </button>
      <Unsaved text={text} stored={stored} onDiscard={() => setText(stored)} />
      <ActStatus act={act} />
    </Form>
  );
}
