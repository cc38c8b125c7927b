/**
 * A round for money on a game's page, as a state machine without React, clock or network.
 *
 *   idle ──press──> asking ──intents: confirmed──> showing ──animation-end──> idle, or open where the player acts next
 *   open ──press──> asking ──intents: refused────> idle or open as before, with the refusal
 *                   asking ──intents: unknown────> checking ──intents: confirmed or refused──> as from asking
 *
 * The intents store and a key decide everything about what was sent: `press` names the key that the page waits for, and
 * `intents` shows what the store says about it. The other ways into and between the stages:
 *
 * - An intent of this game that is under way when the page opens (a reload, a crash, another page of this tab), or that another
 *   tab sent, is waited for as `checking`. The oldest comes first; nothing can start before it has ended.
 * - An intent that was unknown stays `checking` when it is sent once more: only the press of the player is `asking`.
 * - The round of an intent that has ended is shown, unless the platform has told of the same step of it meanwhile. An answer that
 *   can't be drawn is lost: the round was played, and its result is in the history.
 * - On the way back to the page the last round that this device knows stands as it ended, without movement.
 * - The platform's list (`open-rounds`) wins over every answer that came before it was asked for: it brings in a round or a step
 *   from another device. While a round moves the list waits, because a stage that changes under the player can't be seen to its end.
 * - A round that is open here and not in a newer list has ended elsewhere, or by the rule for unfinished rounds. `missingRoundOf`
 *   names it, and `round-end` brings how it ended.
 * - The step of an open round whose answer got lost can't be taken any more once the platform shows that the round has gone on or is over:
 *   then the stage is `open` or `idle` although the key has not ended, and the refusal of the step is not shown.
 * - A refused step with `conflict` or `seed-changed` brings the round as it stands now.
 * - An answer that is not about the draw or the bet that was sent is shown at rest, with `mismatch`, because it is no result of this bet.
 *
 * Mode, stake, breaks, place and connection are not in here: they decide whether the page may send (`spin-state.ts`).
 */
import type { OpenRound, RoundHistoryItem } from '../../../core/contract/games';
import type { Problem } from '../../../core/contract/problem';
import type { BetMismatch } from '../../../core/fairness/bet-mismatch';
import { isFinal, isOfRound } from '../../../core/intent';
import type { Intent, RoundIntent } from '../../../core/intent';
import type { Kobo } from '../../../core/money';
import type { Showing } from '../../../games/face';
import type { BonusPart } from './bonus-part';
import { CODES_WITH_ROUND, stageRoundOfConflict, stageRoundOfIntent, stageRoundOfListed } from './stage-round';
import type { StageRound, OpenAt } from './stage-round';
import { lastFinishedIntent, oldestOpenIntent } from './game-intents';
import type { IntentsByKey } from './game-intents';
import type { RoundPhase } from './spin-state';
import type { RoundRefusal } from './refusals';

/** The intent that the page waits for. */
interface PendingIntent {
  readonly key: string;
  /** The intent is a step of an open round. */
  readonly isAction: boolean;
  /** The page does not know if the intent arrived. */
  readonly isUnknown: boolean;
  /** The balance on screen when the wait began; null while it is not known. A newer one could have the win in it. */
  readonly balance: Kobo | null;
}

/** The platform's open rounds of this game. */
interface ListAnswer {
  /** `performance.now()` at which the list was requested. */
  readonly requestedAt: number;
  readonly round: OpenRound | null;
  /** Null: the list has no round of this game. */
  readonly stageRound: StageRound | null;
}

/** The end of the last intent that the page waited for, for code outside of the stage. Each end is a new object. */
export interface End {
  readonly problem: Problem | null;
  /** Other devices may have continued the round, or know of a round that this one does not know. */
  readonly mayBeBehind: boolean;
}

export interface Stage {
  readonly gameId: string;
  readonly pending: PendingIntent | null;
  /** The round on the stage; null before the first one. */
  readonly stageRound: StageRound | null;
  /** The round was played before the page was opened, or on another device. */
  readonly isPast: boolean;
  /** `performance.now()` at which the platform told it; 0 for a round from the device's own store. */
  readonly receivedAt: number;
  /** Null until the platform has answered. */
  readonly list: ListAnswer | null;
  readonly refusal: RoundRefusal | null;
  /** The last round was played, but its result can't be drawn. */
  readonly isUnreadable: boolean;
  /** Epoch ms at which the page heard that the last round began; 0 before the first. */
  readonly begunAt: number;
  readonly end: End | null;
}

export type StageEvent =
  /** The player has pressed the button, and an intent goes out with this key. */
  | { readonly type: 'press'; readonly key: string; readonly isAction: boolean; readonly balance: Kobo | null }
  /** The intents store has changed. `now`: epoch ms. `atMs`, here and in other events: `performance.now()`. */
  | { readonly type: 'intents'; readonly byKey: IntentsByKey; readonly now: number; readonly atMs: number; readonly balance: Kobo | null }
  /** The round was shown to its end. */
  | { readonly type: 'animation-end'; readonly key: string }
  /** This game's round in the platform's list; null where there is none. */
  | { readonly type: 'open-rounds'; readonly round: OpenRound | null; readonly requestedAt: number; readonly byKey: IntentsByKey }
  /** The end of a round that was open here. */
  | { readonly type: 'round-end'; readonly round: RoundHistoryItem; readonly atMs: number; readonly byKey: IntentsByKey };

type IntentsEvent = Extract<StageEvent, { readonly type: 'intents' }>;

export function emptyStage(gameId: string): Stage {
  return {
    gameId, pending: null, stageRound: null, isPast: false, receivedAt: 0, list: null, refusal: null, isUnreadable: false, begunAt: 0, end: null,
  };
}

const atRest = (stageRound: StageRound, receivedAt: number): Partial<Stage> => ({ stageRound, isPast: true, receivedAt });

const intentsOf = (byKey: IntentsByKey): readonly Intent[] => Object.values(byKey);

function afterConfirmation(stage: Stage, intent: RoundIntent, { byKey, atMs }: IntentsEvent): Partial<Stage> {
  const stageRound = stageRoundOfIntent(intent, true, intentsOf(byKey));
  if (stageRound === null) return { isUnreadable: true };
  // The stage shows this step already: the platform may have told it in a conflict, or with the round's end.
  const isOnStage = stage.stageRound?.roundId === stageRound.roundId && stage.stageRound.step >= stageRound.step;
  return isOnStage ? {} : { stageRound, isPast: false, receivedAt: atMs };
}

function afterRefusal({ key, kind, refusal }: RoundIntent, isUnknown: boolean, { byKey, atMs }: IntentsEvent): Partial<Stage> {
  const problem = refusal?.because === 'platform' ? refusal.problem : null;
  const isAction = kind === 'action';
  const current = isAction ? stageRoundOfConflict(key, problem, intentsOf(byKey)) : null;
  const mayMissRound = current === null && (problem?.code === 'round-open' || problem?.code === 'not-found');
  return {
    refusal: { problem, notSent: refusal?.because === 'not-sent', isAction },
    end: { problem, mayBeBehind: isUnknown || mayMissRound },
    ...(current !== null && atRest(current, atMs)),
  };
}

/** Ends the wait for an intent. */
function stageAfterEnd(stage: Stage, intent: RoundIntent, isUnknown: boolean, event: IntentsEvent): Stage {
  if (intent.state !== 'confirmed') return { ...stage, pending: null, ...afterRefusal(intent, isUnknown, event) };
  const begunAt = intent.kind === 'round' ? event.now : stage.begunAt;
  return { ...stage, pending: null, ...afterConfirmation(stage, intent, event), begunAt, end: { problem: null, mayBeBehind: isUnknown } };
}

function afterWaiting(stage: Stage, event: IntentsEvent): Stage {
  const { pending } = stage;
  if (pending === null) return stage;
  const intent = event.byKey[pending.key];
  if (intent === undefined || !isOfRound(intent)) return stage;
  if (isFinal(intent)) return stageAfterEnd(stage, intent, pending.isUnknown, event);
  return intent.state === 'unknown' && !pending.isUnknown ? { ...stage, pending: { ...pending, isUnknown: true } } : stage;
}

function withOldestOpenIntent(stage: Stage, { byKey, balance }: IntentsEvent): Stage {
  const open = stage.pending === null ? oldestOpenIntent(byKey, stage.gameId) : null;
  return open === null ? stage : { ...stage, pending: { key: open.key, isAction: open.kind === 'action', isUnknown: true, balance } };
}

function withLastRound(stage: Stage, byKey: IntentsByKey): Stage {
  const last = stage.stageRound === null ? lastFinishedIntent(byKey, stage.gameId) : null;
  const stageRound = last === null ? null : stageRoundOfIntent(last, false, intentsOf(byKey));
  return stageRound === null ? stage : { ...stage, stageRound, isPast: true };
}

/** The bet that began a listed round may be read from the device after the list has come. */
function withListCompared(stage: Stage, byKey: IntentsByKey): Stage {
  const { list } = stage;
  if (list === null || list.round === null || list.stageRound === null || list.stageRound.mismatch !== null) return stage;
  const stageRound = stageRoundOfListed(list.stageRound.showing.key, list.round, intentsOf(byKey));
  return stageRound === null || stageRound.mismatch === null ? stage : { ...stage, list: { ...list, stageRound } };
}

/** The stage after an event; the same object where nothing changes. See the top of this file. */
export function nextStage(stage: Stage, event: StageEvent): Stage {
  switch (event.type) {
    case 'press': {
      const { key, isAction, balance } = event;
      return { ...stage, pending: { key, isAction, isUnknown: false, balance }, refusal: null, isUnreadable: false };
    }
    case 'intents': {
      const { byKey } = event;
      return withListCompared(withLastRound(withOldestOpenIntent(afterWaiting(stage, event), event), byKey), byKey);
    }
    case 'animation-end': {
      const { stageRound } = stage;
      if (stageRound?.showing.key !== event.key) return stage;
      return { ...stage, stageRound: { ...stageRound, showing: { ...stageRound.showing, moving: false } } };
    }
    case 'open-rounds': {
      const { round, requestedAt, byKey } = event;
      // Each drawing passes the same answer again, which must not draw the page again.
      if (stage.list?.requestedAt === requestedAt) return stage;
      const stageRound = round && stageRoundOfListed(`${round.roundId}:${round.step ?? 0}`, round, intentsOf(byKey));
      return { ...stage, list: { requestedAt, round, stageRound } };
    }
    case 'round-end': {
      const { round, atMs, byKey } = event;
      const stageRound = stageRoundOfListed(`${round.roundId}:ended`, round, intentsOf(byKey));
      return stageRound === null ? stage : { ...stage, ...atRest(stageRound, atMs) };
    }
  }
}

const isMoving = ({ stageRound }: Stage): boolean => stageRound?.showing.moving === true;

/** Takes the list where it is newer than the stage. */
const newerList = ({ list, receivedAt }: Stage): ListAnswer | null => (list !== null && list.requestedAt >= receivedAt ? list : null);

/** The round as another device left it; null where the stage shows the same state or a newer one. */
function roundFromElsewhere(stage: Stage): StageRound | null {
  const stageRound = isMoving(stage) ? null : (newerList(stage)?.stageRound ?? null);
  const open = stage.stageRound?.open;
  return stageRound !== null && open?.roundId === stageRound.roundId && open.step === stageRound.step ? null : stageRound;
}

/** The id of a round that is open here and no longer in the platform's list; null where there is none. */
export function missingRoundOf(stage: Stage): string | null {
  const { pending, stageRound } = stage;
  // A step whose answer got lost does not matter here: it could not be taken any more.
  const isBusy = isMoving(stage) || (pending !== null && !(pending.isUnknown && pending.isAction));
  return isBusy || newerList(stage)?.stageRound !== null ? null : (stageRound?.open?.roundId ?? null);
}

/** The page's view of a stage. */
export interface StageView {
  readonly phase: RoundPhase;
  readonly showing: Showing | null;
  readonly isPast: boolean;
  /** The bonus money in the shown round, and whether it was a free spin. */
  readonly bonusPart: BonusPart | null;
  /** The rule for unfinished rounds ended the round that is shown, at this time (ISO). */
  readonly settledAt: string | null;
  readonly refusal: RoundRefusal | null;
  /** The last round was played, but its result can't be drawn. */
  readonly isUnreadable: boolean;
  /** The round and step that the next action is sent to. */
  readonly open: OpenAt | null;
  /** The part of the platform's answer that differs from what was sent; null where the shown round is the one that was asked for. */
  readonly mismatch: BetMismatch | null;
  /** The balance before the win, from the moment the stake is sent until the round was shown; null otherwise. */
  readonly balanceMeanwhile: Kobo | null;
  /** Key of the intent whose result is still being shown. Until the stage has shown it, lists leave the round out, and sums its win. */
  readonly keyStillShown: string | null;
}

function phaseOf(stage: Stage, isStepTooLate: boolean, open: OpenAt | null): RoundPhase {
  const { pending } = stage;
  if (isMoving(stage)) return 'showing';
  if (pending && !isStepTooLate) return pending.isUnknown ? 'checking' : 'asking';
  return open ? 'open' : 'idle';
}

export function viewOf(stage: Stage): StageView {
  const { pending, isPast } = stage;
  const elsewhere = roundFromElsewhere(stage);
  const stageRound = elsewhere ?? stage.stageRound;
  const open = stageRound?.open ?? null;
  const moving = isMoving(stage) ? stageRound : null;
  const isStepTooLate = pending !== null && pending.isUnknown && pending.isAction && (elsewhere !== null || (stageRound !== null && open === null));
  const isStepRefusedWithoutRound = stage.refusal?.isAction === true && !CODES_WITH_ROUND.has(stage.refusal.problem?.code ?? '');
  const phase = phaseOf(stage, isStepTooLate, open);
  const awaitedIntent = phase === 'asking' || phase === 'checking' ? pending : null;
  return {
    phase,
    showing: stageRound?.showing ?? null,
    isPast: elsewhere !== null || isPast,
    bonusPart: stageRound?.bonusPart ?? null,
    settledAt: isPast ? (stageRound?.settledAt ?? null) : null,
    // The round has ended elsewhere, so the player need not know that this step was refused.
    refusal: isStepRefusedWithoutRound && open === null ? null : stage.refusal,
    isUnreadable: stage.isUnreadable,
    open,
    mismatch: stageRound?.mismatch ?? null,
    balanceMeanwhile: moving?.balanceBefore ?? awaitedIntent?.balance ?? null,
    keyStillShown: moving?.showing.key ?? null,
  };
}
