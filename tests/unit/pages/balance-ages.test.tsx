// @vitest-environment happy-dom
/** The ages of the money on the profile, whose head says from when it is. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { kobo } from '../../../src/core/money';
import { Balances } from '../../../src/pages/shared/profile/Balances';
import { figuresStore } from '../../../src/state/figures';
import type { Figure } from '../../../src/state/figures';
import { sessionStore } from '../../../src/state/session';

const DAY_MS = 24 * 3_600_000;
const AT = Date.parse('2026-11-25T13:02:00Z');
const dated = (savedAt = AT): Figure => ({ source: 'dated', savedAt });

let root: Root;
const ages = () => [...document.querySelectorAll('.purse')].map((line) => line.querySelector('time')?.textContent ?? null);
const drawWith = (change: Partial<ReturnType<typeof figuresStore.getState>>) => act(async () => {
  figuresStore.setState({ profile: dated(), balance: dated(), bonusWallet: dated(), heldBalance: kobo(0), ...change });
  root.render(<MemoryRouter><Balances /></MemoryRouter>);
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sessionStore.setState({ balance: kobo(5_000), bonusAmount: kobo(0), balanceCurrency: 'NGN' });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  figuresStore.setState(figuresStore.getInitialState(), true);
  sessionStore.setState(sessionStore.getInitialState(), true);
  vi.unstubAllGlobals();
});

it('no line repeats the age in the head of the page', async () => {
  await drawWith({});
  expect(ages()).toEqual([null, null, null]);
});

it('a line has its age where it is not the one above', async () => {
  await drawWith({ bonusWallet: dated(AT - 3 * DAY_MS) });
  const [real, bonus, held] = ages();
  expect(real).toBeNull();
  expect(bonus).toMatch(/^as of /);
  expect(held).toMatch(/^as of /);
  expect(held).not.toBe(bonus);
});

it('the balance has its own where the head of the page has none, and a figure that could not be read says so', async () => {
  await drawWith({ profile: { source: 'unknown', savedAt: null } });
  expect(ages()).toEqual([expect.stringMatching(/^as of /), null, null]);
  await drawWith({ balance: { source: 'unread', savedAt: AT } });
  expect(document.querySelector('.purse-large')?.textContent).toContain('could not be read');
});
