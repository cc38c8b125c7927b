/**
 * The signed-in player and the state of the page's frame. The fields are those that the site's operator specified, and no others;
 * other facts about the player (ages, wallets, the account) have stores of their own.
 */
import { createStore } from 'zustand/vanilla';
import type { Profile } from '../core/contract/player';
import type { Kobo } from '../core/money';
import type { SessionIds } from './local-entries';

export interface SessionValues {
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly profile: Profile | null;
  /** Hundredths of `balanceCurrency`; null while it is not known. Its age is in the figures store. */
  readonly balance: Kobo | null;
  readonly balanceCurrency: string | null;
  /** Sum of the active bonus wallets in the balance's currency; null while it is not known. */
  readonly bonusAmount: Kobo | null;
}

export interface SessionFlags {
  readonly signInDialog: boolean;
  readonly signUpDialog: boolean;
  readonly supportChatActive: boolean;
  readonly supportChatLoading: boolean;
  readonly mobileGuideVisible: boolean;
}

export type SessionState = SessionValues & SessionFlags;

const NOBODY: SessionValues = {
  sessionId: null,
  userId: null,
  userName: null,
  email: null,
  firstName: null,
  lastName: null,
  profile: null,
  balance: null,
  balanceCurrency: null,
  bonusAmount: null,
};

const CLOSED: SessionFlags = {
  signInDialog: false,
  signUpDialog: false,
  supportChatActive: false,
  supportChatLoading: false,
  mobileGuideVisible: false,
};

export const sessionStore = createStore<SessionState>()(() => ({ ...NOBODY, ...CLOSED }));

/** The session that a document is drawn for, with which React compares the document. Only the build changes it. */
export const prerenderedSessionStore = createStore<SessionState>()(() => sessionStore.getState());

/** Starts a new session; nothing of the player before stays. */
export function enterSession(ids: SessionIds): void {
  sessionStore.setState({ ...NOBODY, ...ids, signInDialog: false, signUpDialog: false });
}

/** Gives the session another id. It is the same player's, so everything else stays. */
export function renewSession(sessionId: string): void {
  sessionStore.setState({ sessionId });
}

/** Notes that nobody is signed in any more. The guide to the home screen keeps its flag, because it has nothing to do with a player. */
export function leaveSession(): void {
  stopSupportChat();
  sessionStore.setState({ ...NOBODY, ...CLOSED, mobileGuideVisible: sessionStore.getState().mobileGuideVisible });
}

export function showProfile(profile: Profile): void {
  sessionStore.setState({
    profile,
    // Where a profile has no name, pages show plain words in its place.
    userName: profile.username || null,
    email: profile.email,
    firstName: profile.firstname,
    lastName: profile.lastname,
  });
}

/** Opening one dialog closes the other. */
export function openSignIn(): void {
  sessionStore.setState({ signInDialog: true, signUpDialog: false });
}

export function openSignUp(): void {
  sessionStore.setState({ signUpDialog: true, signInDialog: false });
}

export function closeDialogs(): void {
  sessionStore.setState({ signInDialog: false, signUpDialog: false });
}

/** How long the support chat shows that it is loading. */
export const SUPPORT_CHAT_LOADING_MS = 5_000;

function createSupportChat() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    activate: () => {
      clearTimeout(timer);
      sessionStore.setState({ supportChatActive: true, supportChatLoading: true });
      timer = setTimeout(() => sessionStore.setState({ supportChatLoading: false }), SUPPORT_CHAT_LOADING_MS);
    },
    stop: () => {
      clearTimeout(timer);
      sessionStore.setState({ supportChatActive: false, supportChatLoading: false });
    },
  };
}

export const { activate: activateSupportChat, stop: stopSupportChat } = createSupportChat();

/** Resets everything to the first start. */
export function resetSession(): void {
  stopSupportChat();
  sessionStore.setState({ ...NOBODY, ...CLOSED }, true);
}
