import { expect, it } from 'vitest';
import { MAX_MESSAGE, messageFrom, readMessage } from '../../../../src/core/frames/messages';
import { frameOrigin } from '../../../../src/pages/shared/framed/frame-origin';

const ORIGIN = 'https://games.example';
const frame = { name: 'the frame' };
const say = (message: unknown): string => JSON.stringify({ ayo: 1, ...(message as object) });

it.each([
  [{ type: 'ready' }], [{ type: 'error' }], [{ type: 'progress', loaded: 0 }], [{ type: 'progress', loaded: 1 }], [{ type: 'navigate', to: 'deposit' }],
  [{ type: 'navigate', to: 'lobby' }],
])('%j is a message', (message) => {
  expect(readMessage(say(message))).toEqual(message);
});

it('what comes along with a message is left out', () => {
  expect(readMessage(say({ type: 'ready', more: '<b>' }))).toEqual({ type: 'ready' });
  expect(readMessage(say({ type: 'error', text: 'Pay here' }))).toEqual({ type: 'error' });
});

it.each([
  [{ type: 'ready' }], [null], [undefined], [1], [[]], [''], ['{'], ['null'], ['[]'], ['"ready"'], ['{"type":"ready"}'], ['{"ayo":2,"type":"ready"}'], ['{"ayo":1}'],
  [say({ type: 'Ready' })], [say({ type: '__proto__' })], [say({ type: 'balance', amount: 1 })], [say({ type: 'progress' })], [say({ type: 'progress', loaded: 1.01 })],
  [say({ type: 'progress', loaded: -0.1 })], [say({ type: 'progress', loaded: '1' })], [say({ type: 'progress', loaded: null })], [say({ type: 'navigate' })],
  [say({ type: 'navigate', to: 'https://evil.example' })], [say({ type: 'navigate', to: 'withdraw' })], [say({ type: 'navigate', to: ['lobby'] })],
])('%j is no message (row 29)', (data) => {
  expect(readMessage(data)).toBeNull();
});

it('a message is as long as it may be, and not a character longer', () => {
  const long = (length: number) => say({ type: 'ready' }).padEnd(length, ' ');
  expect(readMessage(long(MAX_MESSAGE))).toEqual({ type: 'ready' });
  expect(readMessage(long(MAX_MESSAGE + 1))).toBeNull();
});

it('only the frame’s own window at the provider’s origin is heard (row 29)', () => {
  const data = say({ type: 'ready' });
  const expected = { origin: ORIGIN, source: frame };
  expect(messageFrom({ data, origin: ORIGIN, source: frame }, expected)).toEqual({ type: 'ready' });
  for (const came of [
    { data, origin: 'https://evil.example', source: frame }, { data, origin: 'https://games.example.evil', source: frame }, { data, origin: 'null', source: frame },
    { data, origin: ORIGIN, source: { name: 'another window' } }, { data, origin: ORIGIN, source: null },
  ]) expect(messageFrom(came, expected)).toBeNull();
  expect(messageFrom({ data, origin: ORIGIN, source: null }, { origin: ORIGIN, source: null })).toBeNull();
});

it.each([
  ['https://games.example/play?x=1#token=a', ORIGIN], ['http://127.0.0.1:9/play', 'http://127.0.0.1:9'], ['https://ayo.example/play', null], ['https://ayo.example:8443/play', null], ['javascript:alert(1)', null],
  ['data:text/html,hi', null], ['blob:https://games.example/1', null], ['/play', null], ['', null],
])('%j is framed as of %j', (url, origin) => {
  expect(frameOrigin(url, 'ayo.example')).toBe(origin);
});
