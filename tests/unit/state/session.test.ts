import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/core/time';
import { concernsSession, readSessionEntries, removeSessionEntries, writeSessionEntries } from '../../../src/state/local-entries';
import { closeMobileGuide, isSnoozed, showMobileGuideUnlessSnoozed, SNOOZE_ENTRY } from '../../../src/state/mobile-guide';
import { forgetPlayer, resetAll } from '../../../src/state/reset-all';
import {
  activateSupportChat, closeDialogs, enterSession, openSignIn, openSignUp, sessionStore, showProfile, SUPPORT_CHAT_LOADING_MS,
} from '../../../src/state/session';
import { closedStorage, fakeStorage, PROFILE } from './support';

const IDS = { sessionId: 's1', userId: 'u1' };
const state = () => sessionStore.getState();

beforeEach(resetAll);
afterEach(() => {
  vi.useRealTimers();
});

describe('the session store', () => {
  it('holds exactly the fields that were ordered', () => {
    expect(Object.keys(state()).toSorted()).toEqual(
      [
        'sessionId', 'userId', 'userName', 'email', 'firstName', 'lastName', 'profile', 'balance', 'balanceCurrency',
        'bonusAmount', 'signInDialog', 'signUpDialog', 'supportChatActive', 'supportChatLoading', 'mobileGuideVisible',
      ].toSorted(),
    );
  });

  it('keeps nothing of the player before when a new session is set', () => {
    enterSession(IDS);
    showProfile(PROFILE);
    sessionStore.setState({ balance: null, balanceCurrency: 'NGN' });
    openSignIn();
    enterSession({ sessionId: 's2', userId: 'u2' });
    expect(state()).toMatchObject({
      sessionId: 's2', userId: 'u2', userName: null, email: null, firstName: null, lastName: null, profile: null, balance: null,
      balanceCurrency: null, bonusAmount: null, signInDialog: false,
    });
  });

  it('takes the names from the profile', () => {
    showProfile(PROFILE);
    expect(state()).toMatchObject({ userName: 'ada', firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', profile: PROFILE });
  });

  it('opens one dialog at a time', () => {
    openSignIn();
    expect(state()).toMatchObject({ signInDialog: true, signUpDialog: false });
    openSignUp();
    expect(state()).toMatchObject({ signInDialog: false, signUpDialog: true });
    closeDialogs();
    expect(state()).toMatchObject({ signInDialog: false, signUpDialog: false });
  });

  it('says for five seconds that the support chat is loading', () => {
    vi.useFakeTimers();
    activateSupportChat();
    vi.advanceTimersByTime(SUPPORT_CHAT_LOADING_MS - 1);
    expect(state()).toMatchObject({ supportChatActive: true, supportChatLoading: true });
    vi.advanceTimersByTime(1);
    expect(state()).toMatchObject({ supportChatActive: true, supportChatLoading: false });
  });

  it('forgets everything of the player at sign-out, the chat and its timer too', () => {
    vi.useFakeTimers();
    enterSession(IDS);
    showProfile(PROFILE);
    activateSupportChat();
    forgetPlayer();
    expect(state()).toMatchObject({ sessionId: null, userId: null, userName: null, profile: null });
    expect(state()).toMatchObject({ supportChatActive: false, supportChatLoading: false });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the session entries in local storage', () => {
  it('are sessionId and userId, and come back', () => {
    const storage = fakeStorage();
    expect(writeSessionEntries(storage, IDS)).toBe(true);
    expect(Object.fromEntries(storage.entries)).toEqual({ sessionId: 's1', userId: 'u1' });
    expect(readSessionEntries(storage)).toEqual(IDS);
    removeSessionEntries(storage);
    expect(storage.entries.size).toBe(0);
  });

  it.each([{}, { sessionId: 's' }, { userId: 'u' }, { sessionId: 's', userId: '../x' }, { sessionId: 'a\nb', userId: 'u' }, { sessionId: '', userId: 'u' }])(
    'are no session when they are %j',
    (entries) => {
      expect(readSessionEntries(fakeStorage(entries))).toBeNull();
    },
  );

  it('are left out where storage is closed, and the session lives in memory', () => {
    expect(readSessionEntries(closedStorage)).toBeNull();
    expect(writeSessionEntries(closedStorage, IDS)).toBe(false);
    expect(() => removeSessionEntries(closedStorage)).not.toThrow();
    expect(readSessionEntries(null)).toBeNull();
    expect(writeSessionEntries(null, IDS)).toBe(false);
  });

  it('of another tab matter when the session id changes or everything was cleared', () => {
    expect([concernsSession('sessionId'), concernsSession(null), concernsSession('userId'), concernsSession('x')]).toEqual([true, true, false, false]);
  });
});

describe('the guide to the home screen', () => {
  const now = 1_000 * DAY_MS;

  it('is shown unless it was snoozed, and closing it snoozes it for ten days', () => {
    const storage = fakeStorage();
    showMobileGuideUnlessSnoozed(storage, now);
    expect(state().mobileGuideVisible).toBe(true);
    closeMobileGuide(storage, now);
    expect(state().mobileGuideVisible).toBe(false);
    expect(storage.getItem(SNOOZE_ENTRY)).toBe(String(now + 10 * DAY_MS));
    showMobileGuideUnlessSnoozed(storage, now + 10 * DAY_MS - 1);
    expect(state().mobileGuideVisible).toBe(false);
    showMobileGuideUnlessSnoozed(storage, now + 10 * DAY_MS);
    expect(state().mobileGuideVisible).toBe(true);
  });

  it('does not believe a date that a wrong clock wrote, or one that is none', () => {
    expect(isSnoozed(String(now + 11 * DAY_MS), now)).toBe(false);
    for (const odd of [null, '', 'soon', 'NaN', 'Infinity', '-1']) expect(isSnoozed(odd, now)).toBe(false);
  });

  it('is shown where storage is closed', () => {
    showMobileGuideUnlessSnoozed(closedStorage, now);
    expect(state().mobileGuideVisible).toBe(true);
    expect(() => closeMobileGuide(closedStorage, now)).not.toThrow();
  });
});
