/** From an event of the sync worker into the stores. */
import { isAnswer, isUnread } from '../../core/errors';
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

/** Whether it was asked since the device last lost its network; `askedAt`: see `AddressedEvent`. */
const isOfNow = (askedAt: number | undefined) => askedAt === undefined || !isFromBeforeLoss(askedAt - performance.timeOrigin);

/** A kind of event that this page does not know comes from a newer build and is ignored. */
export function createReceiver({ clock, refusedAnswers, notServed, outbox, endSession }: ReceiverDeps): Bridge['receiveEvent'] {
  /** One call's failure is about one figure; the poller reports `unreached` when all calls of its poll have failed. */
  function hearTrouble(kind: PolledKind, error: CallError, askedAt: number | undefined): void {
    if (isAnswer(error) && isOfNow(askedAt)) noteFailure(error);
    refusedAnswers.note(kind, error);
    if (kind === 'games') return;
    // Nothing was known before, and something else is answered: whoever waits for it is told that nothing came.
    const isTold = isAnswer(error) || error.code === 'timeout' || connectionStore.getState().reach === 'online';
    const isMissing = isTold && figuresStore.getState()[kind].savedAt === null;
    if (isMissing || isUnread(error)) markFigureUnread(kind);
    else markFigureDated(kind);
  }

  function receiveAnswer(event: AnswerEvent, askedAt: number | undefined): void {
    const { kind, savedAt } = event;
    if (event.live && !event.isPhoneTime) clock.noteServerTime(savedAt);
    const live = event.live && isOfNow(askedAt);
    const origin = { live, savedAt };
    refusedAnswers.noteLeftOut(kind, event.leftOut);
    if (kind === 'profile') applyProfile(event.data, origin);
    else if (kind === 'account') applyAccount(event.data, origin);
    else if (kind === 'balance') applyBalance(event.data, event.balanceVersion, origin);
    else if (kind === 'bonusWallet') applyBonusWallet(event.data, origin);
    else applyGames(event.data.items, origin);
    if (event.instead) hearTrouble(kind, event.instead, askedAt);
    else if (live) notePlatformAnswer();
  }

  function receiveEvent(event: WorkerEvent, askedAt?: number): void {
    if (event.type === 'heard') receiveAnswer(event, askedAt);
    else if (event.type === 'confirmed') {
      if (!event.isPhoneTime) clock.noteServerTime(event.savedAt);
      // The figure has its age meanwhile, and the device no network.
      if (!isOfNow(askedAt)) return;
      notePlatformAnswer();
      if (event.kind === 'games') confirmGames(event.savedAt);
      else confirmFigure(event.kind, event.savedAt);
    } else if (event.type === 'failed') {
      hearTrouble(event.kind, event.error, askedAt);
      notServed.notePoll(event.error);
      if (event.kind === 'games') setGamesError(event.error);
    } else if (event.type === 'unreached') hearUnreached(event.error);
    else if (event.type === 'outbox') void outbox.applyEvent(event);
    else if (isEnd(event)) void endSession(event);
  }

  return receiveEvent;
}
