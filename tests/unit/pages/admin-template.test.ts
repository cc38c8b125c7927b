import { describe, expect, it } from 'vitest';
import { addBelow, fillTemplate } from '../../../src/pages/admin/messages/template';

const thread = { threadId: 'abcdefghijklmnopqrstuv', player: { userId: 'u', username: 'ngozi', name: 'Ngozi Obi', memberSince: '2026-11-01T00:00:00.000Z' } };

describe('a template for messages', () => {
  it('gets the name and the reference of its thread, and leaves other braces alone', () => {
    expect(fillTemplate('Hello {name}, {name}: {reference} {amount} {', thread)).toBe('Hello ngozi, ngozi: abcdefgh {amount} {');
    expect(fillTemplate('Hello {name}.', { ...thread, player: null })).toBe('Hello there.');
  });

  it('does not fill in what a name happens to contain', () => {
    expect(fillTemplate('{name}', { ...thread, player: { ...thread.player, username: '{reference}' } })).toBe('{reference}');
  });

  it('comes below what was typed', () => {
    expect([addBelow(' \n', 'Hello.'), addBelow('First this.\n', 'Hello.')]).toEqual(['Hello.', 'First this.\n\nHello.']);
  });
});
