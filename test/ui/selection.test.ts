// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepSelected, selectedAround } from '../../src/ui/selection.ts';

type Composed = (...given: unknown[]) => StaticRange[];

const proto = Selection.prototype as { getComposedRanges?: Composed };

describe('what is selected in a shadow root', () => {
  let words: HTMLElement;
  const inside = (): StaticRange[] => {
    const range = new Range();
    range.setStart(words.firstChild as Text, 5);
    range.setEnd(words.firstChild as Text, 8);
    return [range];
  };

  beforeEach(() => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    words = root.appendChild(document.createElement('p'));
    words.append('Take the oak table');
    document.body.append('of the page');
    getSelection()?.selectAllChildren(document.body);
  });
  afterEach(() => {
    delete proto.getComposedRanges;
    document.body.replaceChildren();
  });

  it('[U196] is known by the way that browsers agreed on', () => {
    proto.getComposedRanges = (given: unknown) => {
      expect((given as { shadowRoots: unknown }).shadowRoots).toEqual([words.getRootNode()]);
      return inside();
    };
    expect(`${selectedAround(words)}`).toBe('the');
  });

  it('[U196] and by the one that Safari had before, which throws at what is no root', () => {
    proto.getComposedRanges = (...roots) => {
      if (!roots.every(each => each instanceof ShadowRoot)) throw new TypeError('Not a ShadowRoot');
      return inside();
    };
    expect(`${selectedAround(words)}`).toBe('the');
    expect(keepSelected(words)).toBeTypeOf('function');
  });

  it('[G65] is none around what has been taken off the page', () => {
    proto.getComposedRanges = () => inside();
    words.remove();
    expect(keepSelected(words)).toBeUndefined();
  });
});
