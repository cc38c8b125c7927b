/** From an event of the sync worker into the stores. */
import { isAnswer, isUnread } from '../../core/errors';
import type { CallError, SessionEnd } from '../../core/errors';
import { setGamesError } from '../../state/catalogue';
import { confirmGames, applyGames } from '../../state/apply-catalogue';
import { connectionStore, noteFailure, notePlatformAnswer, noteUnreached } from '../../state/connection';
import { confirmFigure, markFigureDated, markFigureUnread, applyAccount, applyBalance, applyBonusWallet, applyProfile } from '../../state/apply-figures';
import { figuresStore } from '../../state/figures';
import type { AnswerEvent, PolledKind, WorkerEvent } from '../../worker/contract';
import type { Outbox } from '../outbox/outbox';
import type { PageClock } from '../platform/clock';
import type { NotServed } from '../platform/not-served';
import type { RefusedAnswers } from '../platform/refused-answers';
import { markFiguresDated } from './mark-figures-dated';

interface ReceiverDeps {
  readonly clock: PageClock;
  readonly refusedAnswers: RefusedAnswers;
  readonly notServed: NotServed;
  readonly outbox: Outbox;
  readonly endSession: (end: SessionEnd) => Promise<boolean>;
}

/** Nothing came through, so the figures are marked as old, not as unreadable. */
function hearUnreached(error: CallError): void {
  noteUnreached(error);
  markFiguresDated();
}

/** Checks the type although no other is left, because the worker may be of a newer build than the page. */
function isEnd(event: WorkerEvent & { type: 'session-ended' }): boolean {
  const { type }: { type: string } = event;
  return type === 'session-ended';
}

/** A kind of event that this page does not know comes from a newer build and is ignored. */
export function createReceiver({ clock, refusedAnswers, notServed, outbox, endSession }: ReceiverDeps): (event: WorkerEvent) => void {
  /** One call's failure is about one figure; the poller reports `unreached` when all calls of its poll have failed. */
  function hearTrouble(kind: PolledKind, error: CallError): void {
    if (isAnswer(error)) noteFailure(error);
    refusedAnswers.note(kind, error);
    if (kind === 'games') return;
    // Nothing was known before, and something else is answered: whoever waits for it is told that nothing came.
    const isTold = isAnswer(error) || error.code === 'timeout' || connectionStore.getState().reach === 'online';
    const isMissing = isTold && figuresStore.getState()[kind].savedAt === null;
    if (isMissing || isUnread(error)) markFigureUnread(kind);
    else markFigureDated(kind);
  }

  function receiveAnswer(event: AnswerEvent): void {
    const { kind, live, savedAt } = event;
    if (live && !event.isPhoneTime) clock.noteServerTime(savedAt);
    const origin = { live, savedAt };
    refusedAnswers.noteLeftOut(kind, event.leftOut);
    if (kind === 'profile') applyProfile(event.data, origin);
    else if (kind === 'account') applyAccount(event.data, origin);
    else if (kind === 'balance') applyBalance(event.data, event.balanceVersion, origin);
    else if (kind === 'bonusWallet') applyBonusWallet(event.data, origin);
    else applyGames(event.data.items, origin);
    if (event.instead) hearTrouble(kind, event.instead);
    else if (live) notePlatformAnswer();
  }

  function receiveEvent(event: WorkerEvent): void {
    if (event.type === 'heard') receiveAnswer(event);
    else if (event.type === 'confirmed') {
      if (!event.isPhoneTime) clock.noteServerTime(event.savedAt);
      notePlatformAnswer();
      if (event.kind === 'games') confirmGames(event.savedAt);
      else confirmFigure(event.kind, event.savedAt);
    } else if (event.type === 'failed') {
      hearTrouble(event.kind, event.error);
      notServed.notePoll(event.error);
      if (event.kind === 'games') setGamesError(event.error);
    } else if (event.type === 'unreached') hearUnreached(event.error);
    else if (event.type === 'outbox') void outbox.applyEvent(event);
    else if (isEnd(event)) void endSession(event);
  }

  return receiveEvent;
}
