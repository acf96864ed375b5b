/** The board of deployments: from the draft through sandbox and pre-release to live, and back. */

import type { JSX } from 'preact';
import type { Deployment } from '../../../entries/platform.ts';
import { ActStatus, AskedView, useAct, useAsk } from '../kit/ask.tsx';
import { Form, Select, sameWords, TextField } from '../kit/fields.tsx';
import { dateTime } from '../kit/format.ts';
import { useKeptValue } from '../kit/kept-value.ts';
import { AGENT, ENVIRONMENTS, type EnvironmentName, usePort } from '../kit/port.ts';
import { linkTo, type Route } from '../kit/route.ts';

/** Stages in the order in which a version passes them. */
const STAGES = ENVIRONMENTS.toReversed();
const NEXT: Readonly<Partial<Record<EnvironmentName, 'pre-release' | 'live'>>> = {
  sandbox: 'pre-release',
  'pre-release': 'live',
};

const versionOf = ({ version, artifactVersion, id }: Deployment): string =>
  (version ?? artifactVersion ?? id).slice(0, 8);
const noteOf = ({ metadata }: Deployment): string => `${metadata?.deployment_message ?? ''}`;

export function DeploymentsPanel({ route: { query } }: { readonly route: Route }): JSX.Element {
  const { platform } = usePort();
  const environment = ENVIRONMENTS.find(each => each === query.env) ?? 'live';
  const [note, setNote] = useKeptValue('note', '');
  const act = useAct();
  const board = useAsk('board', () => platform.agents.deployments.active(AGENT));
  const history = useAsk(environment, () => platform.agents.deployments.list(AGENT, { environment }));
  const { deployments } = platform.agents;
  const message = note.trim() ? { deploymentMessage: note.trim() } : {};
  const perform = (call: () => Promise<{ deployment: Deployment }>, done: (deployment: Deployment) => string) =>
    act.run(async () => {
      const { deployment } = await call();
      board.reload();
      history.reload();
      return done(deployment);
    });
  const runs = (deployment: Deployment) => `${deployment.environment} runs ${versionOf(deployment)}.`;
  const rollback = (id: string) => perform(() => deployments.rollback(AGENT, id, message), runs);
  return (
    <>
      <Form label="Note" onSubmit={() => {}}>
        <TextField label="Note for the next deployment" value={note} onInput={text => setNote(() => text)} />
      </Form>
      <AskedView asked={board}>
        {({ activeDeployments: active }) => (
          <ol class="board" aria-label="Stages">
            <li class="card stage">
              <h3>draft</h3>
              <p>
                The branch main. <a href={linkTo('branches')}>Edit it</a>
              </p>
              <button
                type="button"
                class="main"
                onClick={() => perform(() => deployments.publish(AGENT, message), runs)}
              >
                Publish to sandbox
              </button>
            </li>
            {STAGES.map(stage => (
              <Stage
                key={stage}
                stage={stage}
                deployment={active[stage]}
                promote={(id, targetEnvironment) =>
                  perform(() => deployments.promote(AGENT, id, { ...message, targetEnvironment }), runs)
                }
                rollback={rollback}
              />
            ))}
          </ol>
        )}
      </AskedView>
      {(board.value || !board.problem) && (
        <section class="part" aria-label="History">
          <h3>History</h3>
          <div class="form">
            <Select
              label="Environment"
              value={environment}
              options={sameWords(ENVIRONMENTS)}
              onChange={env => (location.hash = linkTo('deployments', '', { env }))}
            />
          </div>
          <AskedView
            asked={history}
            isEmpty={list => list.deployments.length === 0}
            empty={<p>Nothing has been deployed to {environment}.</p>}
          >
            {list => <History list={list.deployments} rollback={rollback} />}
          </AskedView>
        </section>
      )}
      <div class="in-sight">
        <ActStatus act={act} />
      </div>
    </>
  );
}

interface StageProps {
  readonly stage: EnvironmentName;
  readonly deployment: Deployment | null;
  readonly promote: (id: string, target: 'pre-release' | 'live') => void;
  readonly rollback: (id: string) => void;
}

function Stage({ stage, deployment, promote, rollback }: StageProps): JSX.Element {
  const next = NEXT[stage];
  return (
    <li class="card stage">
      <h3>{stage}</h3>
      {deployment ? (
        <>
          <p>
            <code>{versionOf(deployment)}</code> {noteOf(deployment)}
          </p>
          <small>{dateTime(deployment.createdAt)}</small>
          {next && (
            <button type="button" class="main" onClick={() => promote(deployment.id, next)}>
              Promote to {next}
            </button>
          )}
          <button type="button" onClick={() => rollback(deployment.id)}>
            Roll back {stage}
          </button>
        </>
      ) : (
        <p class="empty">Nothing deployed</p>
      )}
    </li>
  );
}

interface HistoryProps {
  readonly list: readonly Deployment[];
  readonly rollback: (id: string) => void;
}

function History({ list, rollback }: HistoryProps): JSX.Element {
  return (
    <ol class="cards" aria-label="Deployments">
      {list.map((each, index) => (
        <li class="card" key={each.id}>
          <code>{versionOf(each)}</code>
          <span class="tags">{index === 0 && <b class="tag good">active</b>}</span>
          <small>
            {dateTime(each.createdAt)} {noteOf(each) && `· ${noteOf(each)}`}
          </small>
          {index > 0 && (
            <div class="row">
              <button type="button" onClick={() => rollback(each.id)}>
                Go back to this<span class="visually-hidden"> version, {versionOf(each)}</span>
              </button>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
