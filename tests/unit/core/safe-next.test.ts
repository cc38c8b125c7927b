import { describe, expect, it } from 'vitest';
import { safeNext } from '../../../src/core/safe-next';

describe('safeNext', () => {
  it.each([
    '/deposit',
    '/deposit?deposit=5f2a&checking=1',
    '/game/adire-gold',
    '/help#confirm-email',
    '/games?next=https://example.com//x',
    '/a-path_with.dots/and~tildes',
    '/',
  ])('goes on to the path %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['another origin', 'https://evil.example'],
    ['an origin without scheme', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash for a slash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a backslash later on', '/games\\..\\evil'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a slash', '/javascript:alert(1)//x'],
    ['a data address', 'data:text/html,x'],
    ['a relative path', 'deposit'],
    ['a tab between the slashes', '/\t/evil.example'],
    ['a line break between the slashes', '/\n/evil.example'],
    ['an origin with its slashes encoded', '%2F%2Fevil.example'],
    ['an encoded slash', '/%2Fevil.example'],
    ['an encoded slash in small letters', '/%2fevil.example'],
    ['an encoded backslash', '/%5Cevil.example'],
    ['a slash encoded twice', '/%252Fevil.example'],
    ['a slash encoded three times', '/%25252Fevil.example'],
    ['an encoded tab', '/%09/evil.example'],
    ['an encoded null', '/%00'],
    ['encoding that is none', '/%zz'],
    ['cut encoding', '/%E0%A4%A'],
    ['a dot segment that leaves two slashes', '/.//evil.example'],
    ['a way up', '/../evil'],
    ['an encoded way up', '/%2e%2e/evil'],
    ['white space in the query', '/games?a=\nb'],
    ['a leading space', ' /games'],
    ['empty segments in the middle', '/games//evil'],
  ])('goes to the lobby for %s', (_, next) => {
    expect(safeNext(next)).toBe('/');
  });

  it('always gives an address of the same origin', () => {
    const origin = 'https://ayo.example';
    const pieces = ['/', '\\', '%2f', '%5c', '.', '..', 'evil.example', ':', '@', 'https', '\t', '%09', '?', '#', 'a'];
    for (const one of pieces) {
      for (const two of pieces) {
        for (const three of pieces) {
          const destination = safeNext(`/${one}${two}${three}`);
          const url = new URL(destination, origin);
          expect(url.origin, destination).toBe(origin);
          expect(url.pathname.startsWith('//'), destination).toBe(false);
        }
      }
    }
  });
});
