/** A phone's keyboard covers part of the page, and the panel fits into the rest. */

import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChat } from '../fixtures/render-chat.ts';

class PhoneViewport extends EventTarget {
  scale = 1;
  height = innerHeight;
  offsetTop = 0;

  becomes(change: Partial<Pick<PhoneViewport, 'scale' | 'height' | 'offsetTop'>>): void {
    Object.assign(this, change);
    this.dispatchEvent(new Event('resize'));
  }
}

let viewport: PhoneViewport;

beforeEach(() => {
  viewport = new PhoneViewport();
  vi.stubGlobal('visualViewport', viewport);
});

afterEach(() => vi.unstubAllGlobals());

const height = () => screen.getByRole('dialog').style.getPropertyValue('--n-vh');
const top = () => screen.getByRole('dialog').style.getPropertyValue('--n-top');
const frame = () => new Promise(requestAnimationFrame);

describe('the visible height', () => {
  it('the panel uses only the visible height while a keyboard covers the page', async () => {
    renderChat({});
    viewport.becomes({ height: innerHeight - 300, offsetTop: 40 });
    expect([height(), top()]).toEqual([`${innerHeight - 300}px`, '40px']);
    viewport.becomes({ height: innerHeight, offsetTop: 0 });
    expect([height(), top()]).toEqual(['', '']);
  });

  it('the visible height is known from the start if the keyboard was open before', async () => {
    viewport.height = innerHeight - 300;
    renderChat({});
    await frame();
    expect(height()).toBe(`${innerHeight - 300}px`);
  });

  it('the visible height sets no style while nothing covers the page, or the visitor has zoomed in', async () => {
    renderChat({});
    await frame();
    expect(screen.getByRole('dialog').hasAttribute('style')).toBe(false);
    viewport.becomes({ scale: 2, height: innerHeight / 2, offsetTop: 40 });
    expect(screen.getByRole('dialog').hasAttribute('style')).toBe(false);
  });
});
