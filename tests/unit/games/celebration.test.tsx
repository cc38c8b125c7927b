// @vitest-environment happy-dom
/** The celebration covers the result of a round for a moment; some results have none. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/core/money';
import { Celebration } from '../../../src/games/Celebration';

const STAKE = kobo(10_000);
const winText = (amount: string) => `Won ${amount}`;
const flight = { cancel: vi.fn() };
const animate = vi.fn((_moves: Keyframe[], _options: KeyframeAnimationOptions) => flight);
let root: Root;
let rounds = 0;

const newKey = () => `round-${(rounds += 1)}`;

async function show(times: number, { key = newKey(), ownShare = 1 } = {}): Promise<void> {
  const showing = { key, outcome: {}, stake: STAKE, win: kobo(STAKE * times), moving: false };
  const own = [kobo(STAKE * ownShare), kobo(showing.win * ownShare)] as const;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<><span className="balance-line" /><Celebration key={key} showing={showing} own={own} winText={winText} /></>));
}

const close = () => act(async () => root.unmount());
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const find = (selector: string) => document.querySelector(selector);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Object.assign(Element.prototype, { animate });
  animate.mockClear();
});

afterEach(async () => {
  await close();
  document.body.replaceChildren();
  Reflect.deleteProperty(Element.prototype, 'animate');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the celebration of a round', () => {
  it.each([0, 0.4, 1])('is none for %d times the stake', async (times) => {
    await show(times);
    expect(document.body.querySelectorAll('[aria-hidden]')).toHaveLength(0);
  });

  it('counts the amount up from the stake in 600 ms and then leaves the words of the result alone', async () => {
    await show(3);
    const figures = [...document.querySelectorAll<HTMLElement>('.count-up span')];
    const amounts = figures.map(({ textContent }) => Number(/₦([\d.]+)/.exec(textContent)?.[1]));
    expect(amounts[0]).toBe(100);
    expect(amounts.every((amount, at) => amount < 300 && amount > (amounts[at - 1] ?? 0))).toBe(true);
    // One after another, each for as long as the next one waits.
    expect(figures.map(({ style }) => Number.parseFloat(style.animationDelay))).toEqual([0, 75, 150, 225, 300, 375, 450, 525]);
    await pass(590);
    expect(find('.count-up')).not.toBeNull();
    await pass(20);
    expect(find('.count-up')).toBeNull();
    expect(animate).not.toHaveBeenCalled();
  });

  it('lets seeds fly to the balance above five times the stake, by transforms and opacity alone', async () => {
    await show(6);
    expect(animate).toHaveBeenCalled();
    for (const move of animate.mock.calls.flatMap(([moves]) => moves)) {
      expect(Object.keys(move).filter((name) => !['transform', 'opacity', 'offset', 'easing'].includes(name))).toEqual([]);
    }
    expect(find('.pits')).toBeNull();
  });

  it('leaves no seed on the balance', async () => {
    await show(6);
    for (const [, { fill }] of animate.mock.calls) expect(fill).toBe('backwards');
  });

  it('fills twelve pits above twenty times the stake, for two and a half seconds', async () => {
    await show(21);
    expect(document.querySelectorAll('.pits i')).toHaveLength(12);
    await pass(2_400);
    expect(find('.pits')).not.toBeNull();
    await pass(200);
    expect(find('.pits')).toBeNull();
  });

  it.each([['pointerdown', 'click'], ['keydown', 'keyup']])('is skipped by a press or a key (%s), which does nothing else', async (...types) => {
    await show(21);
    const reached = vi.fn();
    const button = document.body.appendChild(document.createElement('button'));
    const press = () => act(async () => {
      for (const type of types) button.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    });
    for (const type of types) button.addEventListener(type, ({ defaultPrevented }) => reached(type, defaultPrevented));
    await press();
    expect(find('.pits')).toBeNull();
    expect(reached).not.toHaveBeenCalled();
    await press();
    expect(reached.mock.calls).toEqual(types.map((type) => [type, false]));
  });

  it.each([['pointerdown', 'click'], ['keydown', 'keyup']])('leaves a press or a key (%s) to a dialog that has opened above it', async (...types) => {
    await show(21);
    const reached = vi.fn();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.open = true;
    const link = dialog.appendChild(document.createElement('a'));
    for (const type of types) link.addEventListener(type, ({ defaultPrevented }) => reached(type, defaultPrevented));
    await act(async () => {
      for (const type of types) link.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    });
    expect(reached.mock.calls).toEqual(types.map((type) => [type, false]));
    expect(find('.pits')).toBeNull();
  });

  it.each(['keyup', 'click'])('is not skipped by the end of a press that began before it (%s)', async (type) => {
    await show(21);
    await act(async () => void dispatchEvent(new Event(type)));
    expect(find('.pits')).not.toBeNull();
  });

  it('comes once for a round, also where its result is drawn again', async () => {
    const key = newKey();
    await show(21, { key });
    await close();
    await show(21, { key });
    expect(find('.pits, .count-up')).toBeNull();
  });

  it('comes once for a round, also where another round was played meanwhile, as in practice', async () => {
    const key = newKey();
    await show(21, { key });
    await close();
    await show(3);
    await close();
    await show(21, { key });
    expect(find('.pits, .count-up')).toBeNull();
  });

  it('only counts up what a bonus wins, because no money goes to the balance', async () => {
    await show(21, { ownShare: 0 });
    expect(find('.count-up')).not.toBeNull();
    expect(find('.pits, .seed-flight')).toBeNull();
  });

  it('goes by the part of the player’s own money where a bonus has the rest', async () => {
    await show(6, { ownShare: 0.5 });
    expect(find('.seed-flight')).not.toBeNull();
  });

  it('is quiet where the player wants no motion', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await show(21);
    expect(find('.pits, .count-up')).toBeNull();
  });

  it('says nothing to screen readers, which hear the result itself', async () => {
    await show(21);
    for (const part of document.querySelectorAll('.count-up, .pits')) expect(part.getAttribute('aria-hidden')).toBe('true');
  });
});
