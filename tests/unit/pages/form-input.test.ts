import { afterEach, describe, expect, it } from 'vitest';
import { carryInput, forgetInput, keepInput, inputOf, ownForm, takeCarriedInput } from '../../../src/state/form-input';
import { enterSession, leaveSession, resetSession } from '../../../src/state/session';
import { fakeStorage } from '../state/support';

afterEach(() => {
  resetSession();
  forgetInput();
});

const enter = (userId: string) => enterSession({ sessionId: `session of ${userId}`, userId });

describe('what was typed into forms', () => {
  it('is there when the form opens again', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    expect(inputOf('sign-up')).toEqual({ email: 'ada@example.com' });
    expect(inputOf('sign-in')).toBeUndefined();
  });

  it('is gone once somebody else signed in, and there for the player whose session had ended over it', () => {
    keepInput('sign-in', { username: 'ada' });
    keepInput('deposit of 1', { amount: '5,000' });
    keepInput('deposit of 21', { amount: '9' });
    forgetInput('1');
    expect([inputOf('sign-in'), inputOf('deposit of 1'), inputOf('deposit of 21')]).toEqual([undefined, { amount: '5,000' }, undefined]);
  });

  it('is deleted, of every form, once it is to be forgotten', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    keepInput('deposit of 1', { amount: '5,000' });
    forgetInput();
    expect(inputOf('sign-up')).toBeUndefined();
    expect(inputOf('deposit of 1')).toBeUndefined();
  });
});

describe('A-24: what was typed, when another tab changes who is signed in', () => {
  const STREET = { street: '12 Broad Street' };

  it('belongs to the player who typed it: another player finds nothing, and then the first player finds nothing either', () => {
    enter('a');
    keepInput(ownForm('edit-profile', 'a'), STREET);
    leaveSession();
    enter('b');
    expect(inputOf(ownForm('edit-profile', 'b'))).toBeUndefined();
    expect(inputOf(ownForm('edit-profile', 'a'))).toBeUndefined();
  });

  it('is gone without a guest in between, too', () => {
    enter('a');
    keepInput(ownForm('edit-profile', 'a'), STREET);
    enter('b');
    expect(inputOf(ownForm('edit-profile', 'a'))).toBeUndefined();
  });

  it('is there for the same player, who signs in again after the session had ended', () => {
    enter('a');
    keepInput(ownForm('edit-profile', 'a'), STREET);
    leaveSession();
    enter('a');
    expect(inputOf(ownForm('edit-profile', 'a'))).toEqual(STREET);
  });

  it('is deleted of a guest when somebody signs in, and of a form without an owner when somebody signs out', () => {
    keepInput('sign-up', { email: 'ada@example.com' });
    enter('b');
    expect(inputOf('sign-up')).toBeUndefined();
    keepInput('sign-in', { username: 'ada' });
    leaveSession();
    expect(inputOf('sign-in')).toBeUndefined();
  });

  it('is not given to another player over a reload, and not left in session storage', () => {
    const storage = fakeStorage();
    enter('a');
    keepInput(ownForm('edit-profile', 'a'), STREET);
    carryInput(storage, 1_000);
    expect(storage.getItem('keptInput')).toContain('Broad Street');
    leaveSession();
    enter('b');
    takeCarriedInput(storage, 2_000);
    expect(storage.getItem('keptInput')).toBeNull();
    leaveSession();
    expect(inputOf(ownForm('edit-profile', 'a'))).toBeUndefined();
  });

  it('is not written to session storage while its player is away', () => {
    const storage = fakeStorage();
    enter('a');
    keepInput(ownForm('edit-profile', 'a'), STREET);
    leaveSession();
    carryInput(storage, 1_000);
    expect(storage.getItem('keptInput')).toBeNull();
  });
});

describe('what was typed when the page loads itself anew', () => {
  const AT = 1_700_000_000_000;

  function carried(values: unknown, laterMs: number) {
    const storage = fakeStorage();
    keepInput('deposit', values);
    carryInput(storage, AT);
    forgetInput();
    takeCarriedInput(storage, AT + laterMs);
    return storage;
  }

  it('is there in the next page, once, and is not left lying about', () => {
    const storage = carried({ amount: '750' }, 3_000);
    expect(inputOf('deposit')).toEqual({ amount: '750' });
    expect(storage.getItem('keptInput')).toBeNull();
    forgetInput();
    takeCarriedInput(storage, AT + 4_000);
    expect(inputOf('deposit')).toBeUndefined();
  });

  it('is not given to whoever opens a page long after', () => {
    const storage = carried({ amount: '750' }, 10 * 60_000);
    expect(inputOf('deposit')).toBeUndefined();
    expect(storage.getItem('keptInput')).toBeNull();
  });

  it('writes nothing when nothing was typed, and survives a storage that is closed or holds something else', () => {
    const storage = fakeStorage();
    carryInput(storage, AT);
    expect(storage.getItem('keptInput')).toBeNull();
    for (const odd of ['', 'null', '{}', '[1]', '{"at":1,"forms":7}']) {
      storage.setItem('keptInput', odd);
      expect(() => takeCarriedInput(storage, AT)).not.toThrow();
    }
    const closed = {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
      removeItem: () => undefined,
    };
    keepInput('deposit', { amount: '1' });
    expect(() => carryInput(closed, AT)).not.toThrow();
    expect(() => takeCarriedInput(closed, AT)).not.toThrow();
  });
});
