/** Clients that play and pay, and write down outside the platform when each of their calls was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import { createDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { browserOf } from './signed-in-players';
import type { SignedInPlayer } from './signed-in-players';

export interface AcknowledgedCall {
  readonly userId: string;
  readonly key: string;
  readonly kind: 'round' | 'deposit';
  readonly at: Date;
  /** The answer as it came. */
  readonly text: string;
}

const AGAIN_MS = 20;

/** Lets each player play and pay until `isOver`; resolves when the last call has ended. A call that was not acknowledged is left alone. */
export async function playAndPay(
  url: string,
  players: readonly SignedInPlayer[],
  isOver: () => boolean,
  acknowledged: AcknowledgedCall[],
  /** Tells the keys of several such groups apart. */
  group = 'witness',
): Promise<void> {
  let count = 0;
  await Promise.all(players.map(async (player) => {
    const client = browserOf(player, url);
    const params = { userId: player.userId };
    while (!isOver()) {
      count += 1;
      const key = `${group}-${String(count).padStart(16, '0')}`;
      const kind = count % 2 === 0 ? 'round' : 'deposit';
      const answer = await (kind === 'round'
        ? client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } })
        : client.call(createDeposit, { params, key, body: { method: 'card', amount: 500.01, currency: 'NGN', again: true } })
      ).catch(() => null);
      if (answer?.status === 201) acknowledged.push({ userId: player.userId, key, kind, at: new Date(), text: answer.text });
      else await pause(AGAIN_MS);
    }
  }));
}
