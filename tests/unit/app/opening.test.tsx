// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOpening } from '../../../src/app/opening';

let root: Root | null = null;

function Page() {
  useOpening(useLocation());
  return null;
}

/** Draws a page of this address while the browser's address bar has another. */
function draw(drawnPath: string, address: string): void {
  window.history.pushState(null, '', address);
  root = createRoot(document.createElement('div'));
  flushSync(() => root?.render(<MemoryRouter initialEntries={[drawnPath]}><Page /></MemoryRouter>));
}

const isLineShown = (): boolean => document.documentElement.hasAttribute('data-opening');

afterEach(() => {
  vi.useRealTimers();
  root?.unmount();
  document.documentElement.removeAttribute('data-opening');
});

describe('the line that says that a page is on its way', () => {
  it('is shown where the link was tapped while this page was still being drawn', () => {
    draw('/', '/help');
    expect(isLineShown()).toBe(true);
  });

  it.each(['/help', '/', '/game/ọ̀yọ́', '/a b'])('is not shown where the drawn page is that of the address, however it is spelled: %s', (path) => {
    document.documentElement.setAttribute('data-opening', '');
    draw(path, encodeURI(path));
    expect(isLineShown()).toBe(false);
  });

  it.each([[99, true], [100, false]])('is not shown for a page that is drawn within a moment of the tap: %i ms, %s', (ms, isInTime) => {
    vi.useFakeTimers();
    draw('/', '/');
    window.history.pushState(null, '', '/help');
    window.dispatchEvent(new Event('click'));
    vi.advanceTimersByTime(ms);
    expect(isLineShown()).toBe(!isInTime);
    root?.unmount();
    document.documentElement.removeAttribute('data-opening');
    vi.runAllTimers();
    expect(isLineShown()).toBe(false);
  });
});
