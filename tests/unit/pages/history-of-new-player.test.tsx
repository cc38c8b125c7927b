// @vitest-environment happy-dom
/** A player who has just joined sees no filters and sums of nothing. Whoever may have something in another period keeps them. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { Account } from '../../../src/core/contract/player';
import { clock } from '../../../src/core/time';
import { HistoryFrame } from '../../../src/pages/shared/history/HistoryFrame';
import { figuresStore } from '../../../src/state/figures';

const DAY_MS = 86_400_000;
const joined = (daysAgo: number): Account => ({
  userId: 'ada', role: 'player', emailActivated: true, verification: 'none', protection: 'none', language: 'en', phone: null, previousSignIn: null,
  memberSince: new Date(clock.now() - daysAgo * DAY_MS).toISOString(),
});
const LIST = {
  items: [] as readonly unknown[], totals: {}, next: null, savedAt: null, error: null, more: 'idle', isLoading: false, showMore: () => undefined, reload: () => undefined,
} as const;

let root: Root;
interface ShownList {
  readonly daysAgo: number;
  readonly items?: readonly unknown[];
  readonly isStoredView?: boolean;
}

/** Draws a list, and returns true where the page draws no filters above it. */
async function isAlone({ daysAgo, items = [], isStoredView = true }: ShownList): Promise<boolean> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  figuresStore.setState({ accountData: joined(daysAgo) });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(
    <HistoryFrame list={{ ...LIST, items }} isStoredView={isStoredView} onStoredView={() => undefined} empty={<p>Nothing</p>} skeleton={null}>
      rows
    </HistoryFrame>,
  ));
  expect(document.body.textContent).toContain(items.length === 0 ? 'Nothing' : 'rows');
  return document.querySelector('.nothing-yet') !== null;
}

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  figuresStore.setState(figuresStore.getInitialState(), true);
  vi.unstubAllGlobals();
});

it('the empty list of a player who joined within its period stands alone', async () => {
  expect(await isAlone({ daysAgo: 0 })).toBe(true);
});

it.each([
  ['a player who joined before its period', { daysAgo: 30 }],
  ['another period', { daysAgo: 0, isStoredView: false }],
  ['a player who has something in it', { daysAgo: 0, items: ['a round'] }],
] as const)('the list of %s keeps its filters', async (_, list) => {
  expect(await isAlone(list)).toBe(false);
});
