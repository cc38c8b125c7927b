/** Protection that the operator's people tighten for a player: a lower limit or a break. Nothing here can loosen any. */
import type { TEAM_BREAKS } from '../../src/core/contract/desk-player-acts';
import { formatNaira, koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { beginBreakByTeam, lowerLimitByTeam } from '../protection';
import { actOnPlayer } from './act';
import type { Actor } from './act';
import { sendLimitLoweredMail } from './mails';
import { TIGHTEN_LIMIT, countToldAct } from './told-limits';

interface LowerLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount: Kobo;
  readonly reason: string;
}

interface TeamBreak {
  readonly length: (typeof TEAM_BREAKS)[number];
  readonly reason: string;
}

const KIND_WORDS: Readonly<Record<LimitKind, string>> = { deposit: 'Deposits', loss: 'Losses', stake: 'Stakes' };

/** Throws as `actOnPlayer`, `too-many-requests`, and `conflict` where the limit is not lower than the one that holds. */
export function lowerLimit(platform: Platform, actor: Actor, { kind, period, amount, reason }: LowerLimit): Promise<undefined> {
  const { adminId, playerId: userId, sessionHash } = actor;
  return actOnPlayer(platform, actor, 'player-limit-lowered', async (tx, at) => {
    const before = await lowerLimitByTeam(tx, () => at, { userId, sessionHash, kind, period, amount });
    if (before === 'not-lower') throw new ProblemError('conflict', 'The player’s own limit is not higher than this.');
    await countToldAct(tx, TIGHTEN_LIMIT, { adminId, playerId: userId, at });
    await sendLimitLoweredMail(tx, platform, { userId, reason, limit: `${KIND_WORDS[kind]}, at most ${formatNaira(amount)} a ${period}` });
    const limit = `${kind} ${period}`;
    return {
      answer: undefined,
      before: { limit, naira: before === null ? null : koboToNaira(before) },
      after: { limit, naira: koboToNaira(amount), reason },
    };
  });
}

/** Throws as `actOnPlayer`, and `too-many-requests`. A break that is longer already stays, and no mail goes. */
export function beginBreak(platform: Platform, actor: Actor, { length, reason }: TeamBreak): Promise<undefined> {
  const { adminId, playerId: userId, sessionHash, device } = actor;
  return actOnPlayer(platform, actor, 'player-break-begun', async (tx, at) => {
    const { before, until, isLonger } = await beginBreakByTeam(tx, platform, { userId, sessionHash, length, device, reason });
    if (isLonger) await countToldAct(tx, TIGHTEN_LIMIT, { adminId, playerId: userId, at });
    return { answer: undefined, before: { until: before?.toISOString() ?? null }, after: { length, until: until?.toISOString() ?? null, reason } };
  });
}
