// @vitest-environment jsdom
/** Several cards of one message: a list that scrolls, its buttons, and the number of the card that is shown. */

import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadReplyParts } from '../../../src/ui/on-need/load-reply-parts.ts';
import { message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

/** Sizes that jsdom does not compute: three cards of 240 px, 8 px apart, in a list of 358 px. */
const SIZES = { scrollWidth: 736, clientWidth: 358 };
const PITCH = 248;

const card = (title: string) => ({
  kind: 'url' as const,
  title,
  contentUrl: `https://acme.example/${title}`,
  previewImageUrl: '',
  callToAction: 'See it',
});

beforeAll(loadReplyParts);

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly look: () => void) {}
      observe() {
        this.look();
      }
      disconnect() {}
    },
  );
  for (const [name, value] of Object.entries(SIZES))
    vi.spyOn(Element.prototype, name as 'scrollWidth', 'get').mockReturnValue(value);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return PITCH * [...(this.parentElement?.children ?? [])].indexOf(this);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function show(...titles: readonly string[]) {
  const rendered = renderChat({ messages: [message('agent', 'These:', { attachments: titles.map(card) })] });
  await loadReplyParts();
  await settled();
  return rendered;
}

const list = () => screen.getByRole('list', { name: 'Cards' });
const place = () => document.querySelector('[part=card-steps] [role=status]')?.textContent;

/** Scrolls as far as a browser does. */
function scrollTo(left: number): void {
  list().scrollLeft = left;
  fireEvent.scroll(list());
}

describe('cards', () => {
  it('a single card is no list', async () => {
    await show('boots');
    expect(screen.queryByRole('list')).toBeNull();
    expect(place()).toBeUndefined();
  });

  it('several cards are a list, and attachments without words are not counted', async () => {
    await show('boots', '', 'shoes', 'socks');
    expect(within(list()).getAllByRole('listitem')).toHaveLength(4);
    expect(place()).toBe('Card 1 of 4');
  });

  it('buttons scroll by one card, and are disabled at both ends without losing the focus', async () => {
    await show('boots', 'shoes', 'socks');
    const [before, next] = ['Previous card', 'Next card'].map(name => screen.getByRole('button', { name }));
    const asked: unknown[] = [];
    list().scrollTo = ((to: ScrollToOptions) => asked.push(to.left)) as typeof Element.prototype.scrollTo;
    fireEvent.click(before as HTMLElement);
    fireEvent.click(next as HTMLElement);
    await act(() => scrollTo(PITCH));
    expect(place()).toBe('Card 2 of 3');
    fireEvent.click(next as HTMLElement);
    // The last card is in sight before it is at the beginning.
    await act(() => scrollTo(SIZES.scrollWidth - SIZES.clientWidth));
    expect(place()).toBe('Card 3 of 3');
    expect(next?.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(next as HTMLElement);
    fireEvent.click(before as HTMLElement);
    expect(asked).toEqual([PITCH, 2 * PITCH, PITCH]);
  });

  it('nothing is drawn below cards that are all in view', async () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(SIZES.scrollWidth);
    await show('boots', 'shoes', 'socks');
    expect(place()).toBeUndefined();
  });
});
