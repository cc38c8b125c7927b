/** Counts money that moved: deposits and payouts that ended, and what was staked and won in games. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { onMeasurement } from '../measurements';

/** From a card payment to a bank that takes a day. */
const PAYMENT_BUCKETS = [60, 600, 3_600, 86_400];

/** Begins to count, and returns the functions that stop it. */
export function countMoney(registry: Registry): readonly (() => void)[] {
  const registers = [registry];
  const labelNames = ['gateway', 'outcome'] as const;
  const deposits = new Histogram({
    name: 'ayo_deposit_duration_seconds', help: 'Time from the start of a deposit to its end, by outcome.', labelNames, buckets: PAYMENT_BUCKETS, registers,
  });
  const payouts = new Histogram({
    name: 'ayo_payout_duration_seconds', help: 'Time from the request of a withdrawal to its end, by outcome.', labelNames, buckets: PAYMENT_BUCKETS, registers,
  });
  const silences = new Counter({
    name: 'ayo_gateway_silent_total', help: 'Calls that a gateway did not answer, by purpose.', labelNames: ['gateway', 'purpose'], registers,
  });
  const ofGame = (name: string, help: string) => new Counter({ name, help, labelNames: ['game'], registers });
  const rounds = ofGame('ayo_rounds_total', 'Rounds by game; those of framed games by provider, counted at their start.');
  const stakes = ofGame('ayo_stake_kobo_total', 'Kobo staked by game.');
  const wins = ofGame('ayo_win_kobo_total', 'Kobo won by game, with stakes that a provider gave back.');
  return [
    onMeasurement('deposit.ended', ({ gateway, outcome, seconds }) => deposits.observe({ gateway, outcome }, seconds)),
    onMeasurement('payout.ended', ({ gateway, outcome, seconds }) => payouts.observe({ gateway, outcome }, seconds)),
    onMeasurement('gateway.silent', ({ gateway, purpose }) => silences.inc({ gateway, purpose })),
    onMeasurement('game.moved', ({ game, rounds: count, stake, win }) => {
      rounds.inc({ game }, count);
      stakes.inc({ game }, stake);
      wins.inc({ game }, win);
    }),
  ];
}
