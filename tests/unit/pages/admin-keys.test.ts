import { describe, expect, it } from 'vitest';
import { deskKeyOf, rowAfter } from '../../../src/pages/admin/desk/keys';

const pressed = { key: 'j', ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, isTyping: false };

describe('the keys of the desk', () => {
  it.each([['/', 'search'], ['j', 'next'], ['k', 'previous'], ['Enter', 'open'], ['?', 'list']])('%s means %s', (key, meaning) => {
    expect(deskKeyOf({ ...pressed, key })).toBe(meaning);
  });

  it.each(['isTyping', 'ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'] as const)('are left alone with %s', (held) => {
    expect(deskKeyOf({ ...pressed, [held]: true })).toBeNull();
  });

  it('are these alone', () => {
    for (const key of ['J', 'a', ' ', 'Tab', 'Escape', 'constructor']) expect(deskKeyOf({ ...pressed, key })).toBeNull();
  });

  it('begin with the first row and stay on the first and the last', () => {
    expect([rowAfter('next', -1, 2), rowAfter('previous', -1, 2), rowAfter('next', -1, 0)]).toEqual([0, 0, null]);
    expect([rowAfter('next', 0, 2), rowAfter('next', 1, 2), rowAfter('previous', 0, 2), rowAfter('previous', 1, 2)]).toEqual([1, null, null, 0]);
  });
});
