import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { failedWords, nameOf } from '../../../src/pages/admin/messages/use-answer';
import { words as team } from '../../../src/pages/admin/messages/words';
import { fitSize } from '../../../src/pages/feedback/picture';
import { errorsOf } from '../../../src/pages/feedback/send';
import { words } from '../../../src/pages/feedback/words';

const refused = (status: number, code: string, detail?: string) =>
  failure('bad-request', { status, problem: { title: 'No.', status, code, ...(detail !== undefined && { detail }) } }).error;

describe('an answer that did not get through', () => {
  it('is told as what is known of it', () => {
    expect(failedWords(refused(409, 'conflict'), false)).toBe(team.newer);
    expect(failedWords(refused(400, 'validation', 'There is nobody to answer.'), false)).toBe('There is nobody to answer.');
    expect(failedWords(failure('network').error, true)).toBe(team.notSent);
    expect(failedWords(failure('network').error, false)).toBe(team.unknown);
  });

  it('is about a player by name, a guest by address, or a guest', () => {
    const player = { userId: 'u', username: 'ada', name: 'Ada Obi', memberSince: '2026-01-01T00:00:00Z' };
    expect(nameOf({ player, email: null })).toBe('Ada Obi');
    expect(nameOf({ player: null, email: 'ada@mail.example' })).toBe('ada@mail.example');
    expect(nameOf({ player: null, email: null })).toBe('A guest');
  });
});

describe('a picture', () => {
  it('keeps its shape, and is never made larger', () => {
    expect(fitSize(3000, 4000, 1600)).toEqual([1200, 1600]);
    expect(fitSize(320, 200, 1600)).toEqual([320, 200]);
    expect(fitSize(10_000, 1, 480)).toEqual([480, 1]);
  });
});

describe('feedback', () => {
  const typed = { category: 'idea', text: 'More drums.', email: '', picture: null };

  it('needs a few words, and an address only where there is one', () => {
    expect(errorsOf(typed)).toEqual({});
    expect(errorsOf({ ...typed, email: ' ada@mail.example ' })).toEqual({});
    expect(errorsOf({ ...typed, text: ' a ', email: 'ada' })).toEqual({ text: words.short, email: words.noEmail });
    expect(errorsOf({ ...typed, text: 'x'.repeat(2001) })).toEqual({ text: words.long });
  });
});
