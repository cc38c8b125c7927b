// @vitest-environment happy-dom
/** Which messages a page says that the player has seen. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadThreads, markThreadRead } from '../../../src/bridge/actions/support';
import type { Thread } from '../../../src/core/contract/support';
import { useThreads } from '../../../src/pages/shared/support/use-threads';

vi.mock('../../../src/bridge/actions/support', () => ({ loadThreads: vi.fn(), markThreadRead: vi.fn(), storedThreads: () => Promise.resolve(null) }));

const AT = '2026-11-22T09:00:00Z';
const threadOf = (answers: number, unread: number): Thread => ({
  threadId: 't', kind: 'support', category: null, state: 'answered', unread, createdAt: AT, updatedAt: AT,
  messages: Array.from({ length: answers }, (_, n) => ({ messageId: String(n + 1), from: 'team', text: `Answer ${n + 1}`, hasPicture: false, at: AT })),
});
function Page() {
  return <p>{useThreads('support').threads?.flatMap(({ messages }) => messages.map(({ text }) => text)).join(', ')}</p>;
}

let root: Root;
const answer = (thread: Thread) => vi.mocked(loadThreads).mockResolvedValue({
  ok: true, data: { items: [thread], next: null }, status: 200, etag: null, savedAt: null, replacedError: null, balanceVersion: null,
});
const loadAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answer(threadOf(1, 1));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.mocked(markThreadRead).mockReset();
  vi.unstubAllGlobals();
});

it('tells the platform so up to the newest message on the screen, and again when another one comes', async () => {
  expect(document.body.textContent).toBe('Answer 1');
  expect(vi.mocked(markThreadRead).mock.calls).toEqual([['t', '1']]);
  await loadAgain();
  expect(markThreadRead).toHaveBeenCalledOnce();
  answer(threadOf(2, 1));
  await loadAgain();
  expect(document.body.textContent).toBe('Answer 1, Answer 2');
  expect(vi.mocked(markThreadRead).mock.calls).toEqual([['t', '1'], ['t', '2']]);
});

it('tells the platform nothing more once all is read', async () => {
  answer(threadOf(1, 0));
  await loadAgain();
  expect(markThreadRead).toHaveBeenCalledOnce();
});
