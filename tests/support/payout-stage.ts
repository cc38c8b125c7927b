/** A platform whose payouts a test can watch and make fail. */
import { expect } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import type { PaymentGateway, PayoutGateway, PayoutRequest } from '../../server/gateways/payment/port';
import { SIGNATURE_HEADER, signNotification } from '../../server/gateways/payment/simulator/notifications/signature';
import { readValidSecrets } from '../../server/gateways/payment/simulator/notifications/secrets';
import type { TestAnswer } from './http-client';
import { testPlatform } from './platform';
import type { TestPlatform } from './platform';
import { ask, paidPlayer } from './withdrawals';
import type { PaidPlayer } from './withdrawals';

export interface SentPlayer extends PaidPlayer {
  readonly id: string;
  readonly reference: string;
}

export interface PayoutStage {
  readonly ayo: TestPlatform;
  /** The simulator's gateway, without the replacements of `overrides`. */
  readonly simulator: PaymentGateway;
  /** Every call that reached the gateway. */
  sent: PayoutRequest[];
  verifiedReferences: string[];
  /** Replaces functions of the gateway. */
  overrides: Partial<PayoutGateway>;
  /** Clears the state that earlier tests left, so that no payout is under way. */
  clear(): Promise<void>;
  sweep(): Promise<number>;
  /** Makes a player with a withdrawal that is ready to be sent. */
  makeSendingPlayer(ending?: string, naira?: number): Promise<SentPlayer>;
  /** Sends a notification of the simulator, with its genuine signature unless another one is given. */
  notify(reference: string, event: string, signature?: string): Promise<TestAnswer>;
  /** Counts the ledger's payouts of the withdrawal. */
  countPayouts(id: string): Promise<number>;
  /** Lists the events about the withdrawal that alert people. */
  alerts(id: string): string[];
}

export async function payoutStage(): Promise<PayoutStage> {
  const gateways: PaymentGateway[] = [];
  const ayo = await testPlatform({
    parts: {
      wrapGateway: (gateway) => {
        gateways.push(gateway);
        const { payouts } = gateway;
        return {
          ...gateway,
          payouts: {
            resolveAccount: (place) => payouts.resolveAccount(place),
            payOut: (request) => {
              stage.sent.push(request);
              return (stage.overrides.payOut ?? payouts.payOut)(request);
            },
            verifyPayout: (reference) => {
              stage.verifiedReferences.push(reference);
              return (stage.overrides.verifyPayout ?? payouts.verifyPayout)(reference);
            },
          },
        };
      },
    },
  });
  const [simulator] = gateways;
  if (simulator === undefined) throw new Error('the platform has a gateway');
  const { pool, platform } = ayo;

  const stage: PayoutStage = {
    ayo,
    simulator,
    sent: [],
    verifiedReferences: [],
    overrides: {},
    clear: async () => {
      Object.assign(stage, { sent: [], verifiedReferences: [], overrides: {} });
      await pool.query(`UPDATE withdrawal SET check_after = 'infinity' WHERE state = 'sending'`);
      await pool.query('UPDATE simulator_notification SET delivered_at = now()');
    },
    sweep: () => sweepPayouts(platform),
    makeSendingPlayer: async (ending = '00', naira = 5_000) => {
      const player = await paidPlayer(ayo, { ending });
      const { data } = await ask(player, naira);
      expect(data.state).toBe('sending');
      return { ...player, id: data.withdrawalId, reference: `wd-${data.withdrawalId}` };
    },
    notify: async (reference, event, signature) => {
      const body = JSON.stringify({ event, data: { reference } });
      const [secret] = await readValidSecrets(platform);
      return ayo.client().request('POST', '/api/notifications/payments/simulator', {
        body, headers: { [SIGNATURE_HEADER]: signature ?? signNotification(secret, body, platform.now().getTime()) },
      });
    },
    countPayouts: async (id) => {
      const sql = `SELECT count(*) FROM ledger_transaction WHERE reference = $1 AND kind = 'payout'`;
      return (await pool.query<{ count: number }>(sql, [id])).rows[0]?.count ?? 0;
    },
    alerts: (id) =>
      ayo.logs
        .filter((line) => line.includes(id) && line.includes('"alert":true'))
        .map((line) => (JSON.parse(line) as { event: string }).event),
  };
  return stage;
}
