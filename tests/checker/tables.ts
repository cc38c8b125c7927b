/** Roulette, dice, plinko and mines, as their par sheets describe them. */
import type { CheckedResult, CheckedRound, Draw } from './round';

type Parameters = Readonly<Record<string, unknown>>;

export function checkRoulette(parameters: Parameters, { bet, stake }: CheckedRound, draw: Draw): CheckedResult {
  const { pockets, payNumbers, spots } = parameters as unknown as {
    readonly pockets: number;
    readonly payNumbers: number;
    readonly spots: readonly { readonly spot: string; readonly numbers: readonly number[] }[];
  };
  const { bets } = bet as unknown as { readonly bets: readonly { readonly spot: string; readonly stake: number }[] };
  const number = draw(pockets);
  let win = 0n;
  for (const each of bets) {
    const covered = spots.find(({ spot }) => spot === each.spot)?.numbers ?? [];
    if (covered.includes(number)) win += (BigInt(each.stake) * BigInt(payNumbers)) / BigInt(covered.length);
  }
  return { win, staked: BigInt(stake), shown: [[number]] };
}

export function checkDice(parameters: Parameters, { bet, stake }: CheckedRound, draw: Draw): CheckedResult {
  const { faces, paysOver, payScale } = parameters as unknown as { readonly faces: number; readonly paysOver: number; readonly payScale: number };
  const under = Number(bet['under']);
  const roll = draw(faces);
  const pays = roll < under ? BigInt(paysOver) / BigInt(under) : 0n;
  return { win: (BigInt(stake) * pays) / BigInt(payScale), staked: BigInt(stake), shown: [[roll]] };
}

export function checkPlinko(parameters: Parameters, { bet, stake }: CheckedRound, draw: Draw): CheckedResult {
  const { rows, payScale, pays } = parameters as unknown as {
    readonly rows: number;
    readonly payScale: number;
    readonly pays: Readonly<Record<string, readonly number[]>>;
  };
  const path = Array.from(draw(2 ** rows).toString(2).padStart(rows, '0'), Number);
  const bucket = path.filter((turn) => turn === 1).length;
  const part = pays[String(bet['risk'])]?.[bucket] ?? 0;
  return { win: (BigInt(stake) * BigInt(part)) / BigInt(payScale), staked: BigInt(stake), shown: [path] };
}

/** The number of ways to choose k of n. */
function ways(n: number, k: number): bigint {
  let [above, below] = [1n, 1n];
  for (let i = 0; i < k; i += 1) {
    above *= BigInt(n - i);
    below *= BigInt(i + 1);
  }
  return above / below;
}

export function checkMines(parameters: Parameters, round: CheckedRound, draw: Draw, largestWin: number): CheckedResult {
  const { cells, back } = parameters as unknown as { readonly cells: number; readonly back: string };
  const [backAbove = '0', backBelow = '1'] = back.split('/');
  const mines = Number(round.bet['mines']);
  const left = Array.from({ length: cells }, (_, field) => field);
  const laid: number[] = [];
  for (let i = 0; i < mines; i += 1) laid.push(...left.splice(draw(left.length), 1));

  const payAfter = (opened: number): bigint =>
    (BigInt(round.stake) * BigInt(backAbove) * ways(cells, opened)) / (BigInt(backBelow) * ways(cells - mines, opened));
  let opened = 0;
  let win: bigint | null = null;
  for (const action of round.actions) {
    if (win !== null) throw new Error('an action after the end');
    if (action['kind'] === 'cash-out') win = payAfter(opened);
    else if (laid.includes(Number(action['cell']))) win = 0n;
    else {
      opened += 1;
      if (opened === cells - mines || payAfter(opened + 1) > BigInt(largestWin)) win = payAfter(opened);
    }
  }
  if (win === null && round.abandoned) win = opened === 0 ? BigInt(round.stake) : payAfter(opened);
  if (win === null) throw new Error('the round is not over');
  return { win, staked: BigInt(round.stake), shown: [laid] };
}
