/** A player of the simulation in rounds of several steps: each start and each action under its key until it is answered. */
import type { RoundAnswer } from '../../../src/core/contract/games';
import type { Problem } from '../../../src/core/contract/problem';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import type { MinesView } from '../../../src/core/games/mines';
import type { RawAnswer } from '../../../server/http/router';
import type { Platform } from '../../../server/platform';
import { playAction } from '../../../server/games/play-action';
import { playRound } from '../../../server/games/play-round';
import { HERE } from '../here';
import type { Random } from '../seeds';
import type { Json } from '../stepped-rounds';
import { createDevice } from './protection';
import type { Ask, AskingDevice, DeviceDeps } from './protection';

type Wanted =
  | { readonly kind: 'start'; readonly gameId: string; readonly stake: number; readonly bet: Json }
  | { readonly kind: 'act'; readonly roundId: string; readonly step: number; readonly action: Json };

export type StepAsk = Ask<Wanted>;

const GAMES = ['mines', 'blackjack'] as const;

/** The rounds as this device has heard of them last, be it beside a refusal. */
function heardOf(asks: readonly StepAsk[]): RoundAnswer[] {
  const rounds = new Map<string, RoundAnswer>();
  for (const { heard } of asks) {
    if (heard === null) continue;
    const told = JSON.parse(heard.answer.text) as RoundAnswer | (Problem & { readonly current?: RoundAnswer });
    const round = 'roundId' in told ? told : told.current;
    const known = rounds.get(round?.roundId ?? '');
    if (round?.state !== undefined && (round.step ?? 0) >= (known?.step ?? 0)) rounds.set(round.roundId, round);
  }
  return [...rounds.values()].filter(({ state }) => state === 'open');
}

function actionOf(random: Random, { gameId, outcome }: RoundAnswer): Json {
  if (gameId === 'blackjack') return { kind: random.pick((outcome as BlackjackView).can) };
  const { opened } = outcome as MinesView;
  if (opened.length > 0 && random.chance(0.3)) return { kind: 'cash-out' };
  return { kind: 'open', cell: random.pick(Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell))) };
}

function draw(random: Random, asks: readonly StepAsk[]): Wanted {
  const open = heardOf(asks);
  if (open.length > 0 && random.chance(0.85)) {
    const round = random.pick(open);
    return { kind: 'act', roundId: round.roundId, step: round.step ?? 0, action: actionOf(random, round) };
  }
  const gameId = random.pick(GAMES);
  return { kind: 'start', gameId, stake: random.pick([100, 500, 1_000]), bet: gameId === 'mines' ? { mines: 1 + random.below(6) } : {} };
}

function perform(platform: Platform, { userId, key, wanted }: StepAsk): Promise<RawAnswer> {
  if (wanted.kind === 'act') {
    const { roundId, step, action } = wanted;
    return playAction(platform, { userId, roundId, key, place: HERE, body: { action: { ...action }, step } });
  }
  const { gameId, stake, bet } = wanted;
  return playRound(platform, { userId, gameId, key, place: HERE, body: { stake, currency: 'NGN', bet: { ...bet } } });
}

export function createSteppingDevice(deps: DeviceDeps): AskingDevice<Wanted> {
  return createDevice(deps, draw, perform);
}
