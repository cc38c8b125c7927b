import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { CallError } from '../../../src/core/errors';
import { mailGoes } from '../../../src/pages/admin/people/mail-goes';
import { failedWords, emailError } from '../../../src/pages/admin/people/use-change';
import { checkInvitation, EMPTY, isToken } from '../../../src/pages/sign-up/invitation/check';
import { refusal } from './support';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz';
const invitation = { invitationId: 'i1', email: 'bola@example.com', roles: ['payments' as const], invitedBy: 'chidi', createdAt: '', expiresAt: '', state: 'sent' as const, confirmedBy: null, canConfirm: false, whyNot: null };

describe('inviting', () => {
  it('asks for an e-mail address before anything is sent', () => {
    expect(emailError('')).toMatch(/e-mail address/);
    expect(emailError('bola')).toMatch(/e-mail address/);
    expect(emailError(' bola@example.com ')).toBeNull();
  });

  it('says at the field, in the platform’s words, that somebody has the address', () => {
    const taken = refusal('email-taken', { status: 409, errors: [{ field: 'email', message: 'It has an account already.' }] });
    expect(failedWords({ kind: 'invite', email: 'a@b.example', roles: ['owner'] }, taken.error, false)).toEqual({
      fields: { email: 'It has an account already.' }, text: null,
    });
  });

  it('says that an invitation was not open any more', () => {
    for (const code of ['not-found', 'conflict']) {
      const { text } = failedWords({ kind: 'take-back', invitation }, refusal(code).error, false);
      expect(text).toMatch(/^The invitation for bola@example\.com was not open any more/);
    }
  });

  it('claims neither success nor failure when no answer came', () => {
    const words = (error: CallError, deviceOffline: boolean) => failedWords({ kind: 'invite', email: 'a@b.example', roles: ['owner'] }, error, deviceOffline).text;
    expect(words(failure('timeout').error, false)).toMatch(/^No answer came back/);
    expect(words(failure('network').error, true)).toMatch(/nothing was done/);
  });
});

describe('when the mail of an invitation goes out', () => {
  const NOW = Date.parse('2026-11-23T10:00:00.000Z');
  const person = { userId: 'a1', username: 'chidi', name: 'Chidi Obi', roles: ['owner' as const], since: '', invitedBy: null, countsWith: null, confirmedBy: null, moneyFrom: null, canConfirm: false, whyNot: null };
  const sent = { ...invitation, expiresAt: '2026-11-24T10:00:00.000Z' };

  it('is at once where nobody else could say yes, and after another admin’s yes everywhere else', () => {
    expect(mailGoes({ items: [person], invitations: [] }, ['owner'], NOW)).toBe('atOnce');
    expect(mailGoes({ items: [person, { ...person, userId: 'a2' }], invitations: [] }, ['owner'], NOW)).toBe('afterYes');
    expect(mailGoes({ items: [person, { ...person, userId: 'a2', roles: ['games'] }], invitations: [] }, ['owner'], NOW)).toBe('atOnce');
    expect(mailGoes({ items: [person], invitations: [] }, ['games'], NOW)).toBe('ownerFirst');
  });

  it('is not at once again while the one that the only admin sent alone can be used', () => {
    const goes = (more: Partial<typeof sent>) => mailGoes({ items: [person], invitations: [{ ...sent, ...more }] }, ['owner'], NOW);
    expect(goes({})).toBe('afterFirst');
    expect(goes({ expiresAt: '2026-11-23T09:59:00.000Z' })).toBe('atOnce');
  });
});

describe('accepting an invitation', () => {
  it('sends what the platform wants, and nothing of a player', () => {
    const values = { username: ' bola ', password: 'tortoise harmattan', firstname: 'Bola', lastname: 'Ade' };
    expect(checkInvitation(TOKEN, values)).toEqual({ ok: true, body: { ...values, username: 'bola', token: TOKEN } });
  });

  it('says what is missing in the platform’s words, field by field', () => {
    const checked = checkInvitation(TOKEN, { ...EMPTY, username: 'a b' });
    expect(checked.ok ? {} : Object.keys(checked.errors).sort()).toEqual(['firstname', 'lastname', 'password', 'username']);
  });

  it('knows a link that was cut', () => {
    expect([TOKEN, 'abc', '', `${TOKEN} `, `${TOKEN}%00`].map(isToken)).toEqual([true, false, false, false, false]);
  });
});
