/** Downloading the file. jsdom has no downloads, so the tests watch the click and the addresses. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { download } from '../../../src/ui/transcript-file/download.ts';

const FILE = { name: 'Acme support 2026-01-16.txt', type: 'text/plain;charset=utf-8', text: '\ufeffGrüße 😀' };

let clicked: { name: string; href: string; connected: boolean }[];
let blobs: Map<string, Blob>;

beforeEach(() => {
  vi.useFakeTimers();
  clicked = [];
  blobs = new Map();
  URL.createObjectURL = blob => {
    const url = `blob:test/${clicked.length}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  URL.revokeObjectURL = url => void blobs.delete(url);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, href: this.href, connected: this.isConnected });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the file is saved under its name, byte for byte', async () => {
  download(FILE);
  expect(clicked).toEqual([{ name: FILE.name, href: 'blob:test/0', connected: false }]);
  const blob = blobs.get('blob:test/0');
  expect(blob?.type).toBe(FILE.type);
  expect(blob?.size).toBe(new TextEncoder().encode(FILE.text).length);
});

it('the object URL exists as long as slow browsers need, and no longer; the page is unchanged', () => {
  const before = document.documentElement.outerHTML;
  download(FILE);
  expect(document.documentElement.outerHTML).toBe(before);
  vi.advanceTimersByTime(30_000);
  expect(blobs.size).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(blobs.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('the page does not see the click', () => {
  const heard = vi.fn();
  document.addEventListener('click', heard, true);
  download(FILE);
  document.removeEventListener('click', heard, true);
  expect(clicked).toHaveLength(1);
  expect(heard).not.toHaveBeenCalled();
});
