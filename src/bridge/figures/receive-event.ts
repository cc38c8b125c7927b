/** Writes the events of the sync worker into the stores. */
import { isAnswer, isUnreadable } from '../../core/errors';
import type { CallError, SessionEnd } from '../../core/errors';
import { setGamesError } from '../../state/catalogue';
import { confirmGames, applyGames } from '../../state/apply-catalogue';
import { connectionStore, isFromBeforeLoss, noteFailure, notePlatformAnswer, noteUnreached } from '../../state/connection';
import { confirmFigure, markFigureDated, markFigureUnread, applyAccount, applyBalance, applyBonusWallet, applyProfile } from '../../state/apply-figures';
import { figuresStore } from '../../state/figures';
import type { AnswerEvent, PolledKind, WorkerEvent } from '../../worker/contract';
import type { Bridge } from '../bridge';
import type { Outbox } from '../outbox/outbox';
import type { PageClock } from '../platform/clock';
import type { NotServed } from '../platform/not-served';
import type { RefusedAnswers } from '../platform/refused-answers';
import type { SessionFate } from '../player-bridge';
import { markFiguresDated } from './mark-figures-dated';

interface ReceiverDeps {
  readonly clock: PageClock;
  readonly refusedAnswers: RefusedAnswers;
  readonly notServed: NotServed;
  readonly outbox: Outbox;
  readonly endSession: (end: SessionEnd) => Promise<SessionFate>;
}

/** Handles that nothing came through: the figures are marked as old, not as unreadable. */
function applyUnreached(error: CallError): void {
  noteUnreached(error);
  markFiguresDated();
}

/**
 * Returns true if the session has ended. The type is checked although no other is left, because the worker may be of a newer build
 * than the page.
 */
function isEnd(event: WorkerEvent & { type: 'session-ended' }): boolean {
  const { type }: { type: string } = event;
  return type === 'session-ended';
}

/** True where the device has not lost its network since the question; `askedAt`: see `AddressedEvent`. */
const isAskedSinceLoss = (askedAt: number | undefined) => askedAt === undefined || !isFromBeforeLoss(askedAt - performance.timeOrigin);

/**
 * Makes the function that handles the events. It ignores a kind of event that this page does not know, because that comes from a
 * newer build.
 */
export function createReceiver({ clock, refusedAnswers, notServed, outbox, endSession }: ReceiverDeps): Bridge['receiveEvent'] {
  /** Handles the failure of one call, which is about one figure only. Where all calls of a poll fail, the poller reports `unreached`. */
  function applyFailure(kind: PolledKind, error: CallError, askedAt: number | undefined): void {
    if (isAnswer(error) && isAskedSinceLoss(askedAt)) noteFailure(error);
    refusedAnswers.note(kind, error);
    if (kind === 'games') return;
    // A figure that was never known is marked as unread where the failure is its own, and not one of the connection, so that
    // whoever waits for it learns that nothing comes.
    const isOwnFailure = isAnswer(error) || error.code === 'timeout' || connectionStore.getState().reach === 'online';
    const isMissing = isOwnFailure && figuresStore.getState()[kind].savedAt === null;
    if (isMissing || isUnreadable(error)) markFigureUnread(kind);
    else markFigureDated(kind);
  }

  function receiveAnswer(event: AnswerEvent, askedAt: number | undefined): void {
    const { kind, savedAt } = event;
    if (event.live && !event.isPhoneTime) clock.notePlatformTime(savedAt);
    const live = event.live && isAskedSinceLoss(askedAt);
    const origin = { live, savedAt };
    refusedAnswers.noteLeftOut(kind, event.leftOut);
    if (kind === 'profile') applyProfile(event.data, origin);
    else if (kind === 'account') applyAccount(event.data, origin);
    else if (kind === 'balance') applyBalance(event.data, event.balanceVersion, origin);
    else if (kind === 'bonusWallet') applyBonusWallet(event.data, origin);
    else applyGames(event.data.items, origin);
    if (event.instead) applyFailure(kind, event.instead, askedAt);
    else if (live) notePlatformAnswer();
  }

  function receiveEvent(event: WorkerEvent, askedAt?: number): void {
    if (event.type === 'heard') receiveAnswer(event, askedAt);
    else if (event.type === 'confirmed') {
      if (!event.isPhoneTime) clock.notePlatformTime(event.savedAt);
      // The device has lost its network since the question, so the figure keeps its age.
      if (!isAskedSinceLoss(askedAt)) return;
      notePlatformAnswer();
      if (event.kind === 'games') confirmGames(event.savedAt);
      else confirmFigure(event.kind, event.savedAt);
    } else if (event.type === 'failed') {
      applyFailure(event.kind, event.error, askedAt);
      notServed.notePoll(event.error);
      if (event.kind === 'games') setGamesError(event.error);
    } else if (event.type === 'unreached') applyUnreached(event.error);
    else if (event.type === 'outbox') void outbox.applyEvent(event);
    else if (isEnd(event)) void endSession(event);
  }

  return receiveEvent;
}
