// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createScenarioPanel, SCENARIOS } from '../../../src/demo/scenarios/scenario-panel.ts';
import { ERROR_WORDS } from '../../../src/emulator/scenarios/errors.ts';
import { find, press } from '../fixtures/bench-page.ts';

describe('scenarios', () => {
  it('a press speaks for the visitor and offers a link to the same', async () => {
    const said: string[] = [];
    const panel = createScenarioPanel(
      words => said.push(words),
      async words => `http://localhost/?say=${words}`,
    );
    document.body.replaceChildren(panel);
    expect(find('a').hidden).toBe(true);
    await press('handoff timeout');
    expect(said).toEqual(['handoff timeout']);
    expect(find<HTMLAnchorElement>('a')).toMatchObject({
      hidden: false,
      href: 'http://localhost/?say=handoff%20timeout',
    });
  });

  it('every error that the agent can produce has a button', () => {
    const words = SCENARIOS.find(each => each.title === 'Errors')?.words;
    expect(words).toEqual(ERROR_WORDS.map(word => `error ${word}`));
  });
});
