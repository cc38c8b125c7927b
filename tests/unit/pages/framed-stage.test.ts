/** A provider’s page in its frame: what is known when its address comes, and what its messages make of it. */
import { expect, it } from 'vitest';
import type { Result } from '../../../src/core/errors';
import { failure } from '../../../src/core/errors';
import { stageOfAnswer, frameOf, stageAfter, withSlow } from '../../../src/pages/shared/framed/stage';
import type { Stage } from '../../../src/pages/shared/framed/stage';

const URL_OF_FRAME = 'https://games.example/play#replay=a.b';
const launched = (url: string): Result<{ readonly url: string }> => ({
  ok: true, status: 200, data: { url }, etag: null, savedAt: null, replacedError: null, balanceVersion: null,
});
const loading = stageOfAnswer(launched(URL_OF_FRAME), 'ayo.example');
const ready: Stage = { is: 'ready', framed: { url: URL_OF_FRAME, origin: 'https://games.example' }, startedAt: 7 };

it('an address that may be framed begins to load, with no progress yet', () => {
  expect(loading).toEqual({ is: 'loading', framed: { url: URL_OF_FRAME, origin: 'https://games.example' }, loaded: 0, slow: false });
});

it.each([['https://ayo.example:8443/play'], ['javascript:alert(1)'], ['/play'], ['']])('%j is never framed', (url) => {
  expect(stageOfAnswer(launched(url), 'ayo.example')).toEqual({ is: 'failed' });
});

it('a refusal is shown as it came, and a canceled call shows nothing', () => {
  const refused = failure('network');
  expect(stageOfAnswer(refused, 'ayo.example')).toEqual({ is: 'refused', error: refused.error });
  expect(stageOfAnswer(failure('canceled'), 'ayo.example')).toEqual({ is: 'rest' });
});

it('the frame loads and is ready, and from then on only an error changes its stage', () => {
  const half = stageAfter(loading, { type: 'progress', loaded: 0.5 }, 1);
  expect(half).toMatchObject({ is: 'loading', loaded: 0.5 });
  const shown = stageAfter(half, { type: 'ready' }, 7);
  expect(shown).toEqual(ready);
  expect(stageAfter(shown, { type: 'progress', loaded: 0.1 }, 9)).toBe(shown);
  expect(stageAfter(shown, { type: 'ready' }, 9)).toBe(shown);
  expect(stageAfter(shown, { type: 'error' }, 9)).toEqual({ is: 'failed' });
});

it('a wish of the game to open another page does not change the stage', () => {
  for (const stage of [loading, ready]) expect(stageAfter(stage, { type: 'navigate', to: 'lobby' }, 1)).toBe(stage);
});

it('messages change nothing while there is no frame', () => {
  for (const stage of [{ is: 'rest' }, { is: 'launching' }, { is: 'failed' }, { is: 'blocked' }] satisfies Stage[]) {
    expect(frameOf(stage)).toBeNull();
    for (const type of ['ready', 'error'] as const) expect(stageAfter(stage, { type }, 1)).toBe(stage);
  }
});

it('the page says that loading takes long only while the frame loads, until its next message', () => {
  const slow = withSlow(loading, true);
  expect(slow).toMatchObject({ is: 'loading', slow: true });
  expect(withSlow(slow, false)).toEqual(loading);
  expect(stageAfter(slow, { type: 'progress', loaded: 0.2 }, 1)).toMatchObject({ slow: false, loaded: 0.2 });
  expect(withSlow(ready, true)).toBe(ready);
});
