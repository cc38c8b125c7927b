/** A player of the simulation in rounds of several steps: each start and each action keeps its key until the platform answers. */
import type { RoundAnswer } from '../../../src/core/contract/games';
import type { Problem } from '../../../src/core/contract/problem';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import type { MinesView } from '../../../src/core/games/mines';
import type { RawAnswer } from '../../../server/http/router';
import type { Platform } from '../../../server/platform';
import { playAction } from '../../../server/games/play-action';
import { playRound } from '../../../server/games/play-round';
import { HERE, SESSION_HASH } from '../caller-places';
import type { Random } from '../seeds';
import type { Json } from '../stepped-rounds';
import { createDevice } from './protection';
import type { Ask, AskingDevice, DeviceDeps } from './protection';

type StepWish =
  | { readonly kind: 'start'; readonly gameId: string; readonly stake: number; readonly bet: Json }
  | { readonly kind: 'act'; readonly roundId: string; readonly step: number; readonly action: Json };

export type StepAsk = Ask<StepWish>;

const GAMES = ['mines', 'blackjack'] as const;

/** Lists the rounds in the state that this device saw last, even if it came with a refusal. */
function listOpenRounds(asks: readonly StepAsk[]): RoundAnswer[] {
  const rounds = new Map<string, RoundAnswer>();
  for (const { answered } of asks) {
    if (answered === null) continue;
    const answer = JSON.parse(answered.answer.text) as RoundAnswer | (Problem & { readonly current?: RoundAnswer });
    const round = 'roundId' in answer ? answer : answer.current;
    const earlier = rounds.get(round?.roundId ?? '');
    if (round?.state !== undefined && (round.step ?? 0) >= (earlier?.step ?? 0)) rounds.set(round.roundId, round);
  }
  return [...rounds.values()].filter(({ state }) => state === 'open');
}

function actionOf(random: Random, { gameId, outcome }: RoundAnswer): Json {
  if (gameId === 'blackjack') return { kind: random.pick((outcome as BlackjackView).can) };
  const { opened } = outcome as MinesView;
  if (opened.length > 0 && random.chance(0.3)) return { kind: 'cash-out' };
  return { kind: 'open', cell: random.pick(Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell))) };
}

function draw(random: Random, asks: readonly StepAsk[]): StepWish {
  const open = listOpenRounds(asks);
  if (open.length > 0 && random.chance(0.85)) {
    const round = random.pick(open);
    return { kind: 'act', roundId: round.roundId, step: round.step ?? 0, action: actionOf(random, round) };
  }
  const gameId = random.pick(GAMES);
  return { kind: 'start', gameId, stake: random.pick([100, 500, 1_000]), bet: gameId === 'mines' ? { mines: 1 + random.below(6) } : {} };
}

function perform(platform: Platform, { userId, key, wish }: StepAsk): Promise<RawAnswer> {
  if (wish.kind === 'act') {
    const { roundId, step, action } = wish;
    return playAction(platform, { userId, roundId, key, place: HERE, body: { action: { ...action }, step } });
  }
  const { gameId, stake, bet } = wish;
  return playRound(platform, { userId, gameId, key, place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: { ...bet } } });
}

export function createSteppingDevice(deps: DeviceDeps): AskingDevice<StepWish> {
  return createDevice(deps, draw, perform);
}
