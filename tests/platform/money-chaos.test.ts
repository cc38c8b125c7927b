/**
 * The client's own HTTP client and intent machine over a network that drops, doubles, delays and answers 502: whatever it
 * tells the player is what happened, once. The seed gives what is wished for and which requests are hit.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoundAnswer } from '../../src/core/contract/games';
import { acknowledgeRealityCheck } from '../../src/core/contract/protection';
import type { IntentRecord } from '../../src/core/intent';
import { kobo, nairaToKobo } from '../../src/core/money';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { minimumCycleMs } from '../../src/core/play-times';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { createDevice } from '../support/money-chaos/device';
import type { Device } from '../support/money-chaos/device';
import { startChaosProxy } from '../support/money-chaos/proxy';
import type { ChaosProxy } from '../support/money-chaos/proxy';
import { PROOFS } from '../support/money-model/proofs';
import { openBankAccount } from '../support/payable-players';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { browserOf, makeSignedInPlayer } from '../support/signed-in-players';
import { isLong, randomFrom, seedOf } from '../support/seeds';
import type { Random } from '../support/seeds';
import { invariantsOfGivenMoney } from '../support/withdrawals';

/** The limit is wide, because the machine may have other things to do as well. */
const TIMEOUT_MS = 30 * 60_000;
const OPERATIONS = isLong ? 20_000 : 240;
const DEVICES = 16;
const FORTUNE = 100_000_000;
/** Between two wishes: so far that the last round of a player is over, and a short run, too, takes more than the hour after which a check is due. */
const PACE_MS = (isLong ? 1 : 10) * minimumCycleMs('slots');

interface Player {
  readonly device: Device;
  readonly bankAccountId: string;
  readonly intents: IntentRecord[];
  /** Play goes on after a reality check: the player has looked. */
  acknowledgeCheck(): Promise<unknown>;
}

let site: TestPlatform;
let proxy: ChaosProxy;
let random: Random;
beforeAll(async () => {
  // Rules alone pay everything out, because in a long run a player asks for more in a day than the default allows without approval.
  site = await testPlatform({ config: { withdrawalAutomaticUpTo: kobo(FORTUNE) } });
  random = randomFrom(seedOf('MT5'));
  proxy = await startChaosProxy(site.baseUrl, random.child());
});
afterAll(async () => {
  await proxy.close();
  await site.close();
});

async function makePlayer(): Promise<Player> {
  const seated = await makeSignedInPlayer(site.pool, { now: site.platform.now, money: kobo(FORTUNE) });
  await site.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [seated.userId]);
  const bankAccountId = await openBankAccount(site.pool, seated.userId);
  const { userId } = seated;
  return {
    device: createDevice(browserOf(seated, proxy.url), proxy.url), bankAccountId, intents: [],
    acknowledgeCheck: () => browserOf(seated, site.baseUrl).call(acknowledgeRealityCheck, { params: { userId } }),
  };
}

function refusalCode({ refusal }: IntentRecord): string | null {
  return refusal?.because === 'platform' ? (refusal.problem?.code ?? null) : null;
}

function codeIn(answer: string | undefined): unknown {
  return answer === undefined ? undefined : JSON.parse(answer).code;
}

function wish({ bankAccountId }: Player): { readonly kind: 'deposit' | 'withdrawal' | 'round'; readonly body: unknown } {
  const what = random.below(10);
  // Ends in .01: the payer pays at once.
  if (what < 3) return { kind: 'deposit', body: { method: 'card', amount: 500.01, currency: 'NGN', again: true } };
  if (what < 4) return { kind: 'withdrawal', body: { bankAccountId, amount: 1_000, currency: 'NGN' } };
  return { kind: 'round', body: { stake: random.pick([10, 100, 500]), currency: 'NGN', bet: {} } };
}

/** Computes the money that the player must have by the answers that the device got. */
function sumOf(intents: readonly IntentRecord[]): { real: number; paidOut: number } {
  let [real, paidOut] = [FORTUNE, 0];
  for (const { kind, state, answer, body } of intents) {
    if (state !== 'confirmed') continue;
    if (kind === 'deposit') real += 50_001;
    else if (kind === 'withdrawal') paidOut += 100_000;
    else real += (nairaToKobo((answer as RoundAnswer).win) ?? NaN) - (nairaToKobo((body as { stake: number }).stake) ?? NaN);
  }
  return { real: real - paidOut, paidOut };
}

describe('MT5: chaos over HTTP', () => {
  it(`moves money exactly once for each of ${OPERATIONS} intents, and each ends with the truth`, { timeout: TIMEOUT_MS }, async () => {
    const players = await Promise.all(Array.from({ length: DEVICES }, makePlayer));
    let keyCount = 0;
    async function live(player: Player): Promise<void> {
      while (keyCount < OPERATIONS) {
        keyCount += 1;
        site.pass(PACE_MS);
        const { kind, body } = wish(player);
        const intent = await player.device.settle(kind, `chaos-${String(keyCount).padStart(16, '0')}`, body);
        player.intents.push(intent);
        if (refusalCode(intent) === 'reality-check-due') await player.acknowledgeCheck();
      }
    }
    await Promise.all(players.map(live));

    const all = players.flatMap(({ intents }) => intents);
    const ends = { confirmed: 0, refused: 0, notSent: 0 };
    for (const { state, refusal } of all) {
      if (state === 'confirmed') ends.confirmed += 1;
      else if (refusal?.because === 'not-sent') ends.notSent += 1;
      else ends.refused += 1;
    }
    console.info(`MT5: ${JSON.stringify({ ...ends, ...proxy.counts })}`);
    expect(all).toHaveLength(OPERATIONS);
    expect(all.every(({ state }) => state === 'confirmed' || state === 'refused')).toBe(true);
    expect(ends.confirmed).toBeGreaterThan(OPERATIONS * 0.9);
    expect(ends.refused).toBeGreaterThan(0);
    for (const figure of Object.values(proxy.counts)) expect(figure).toBeGreaterThan(OPERATIONS / 200);

    // The platform has the keys of what was confirmed, with the same answers, and has closed those of what was called unsent.
    const { rows } = await site.pool.query<{ key: string; status: number; answer: string }>('SELECT key, status, answer FROM operation');
    const stored = new Map(rows.map((row) => [row.key, row]));
    for (const { key, state, answer, refusal } of all) {
      const row = stored.get(key);
      if (state === 'confirmed') expect({ key, status: row?.status, answer: JSON.parse(row?.answer ?? 'null') as unknown }).toEqual({ key, status: 201, answer });
      else if (refusal?.because === 'not-sent') expect({ key, code: codeIn(row?.answer) }).toEqual({ key, code: 'key-closed' });
      else expect({ key, refused: row === undefined || row.status >= 300 }).toEqual({ key, refused: true });
      stored.delete(key);
    }
    expect([...stored.keys()]).toEqual([]);

    const isOpen = async () => ((await site.pool.query(`SELECT 1 FROM deposit WHERE state = 'pending' UNION ALL SELECT 1 FROM withdrawal WHERE state = 'sending'`)).rowCount ?? 0) > 0;
    for (let rounds = 0; (await isOpen()) && rounds < OPERATIONS; rounds += 1) {
      site.pass(60_000);
      await runPaymentsDue(site.platform);
      await sweepPayouts(site.platform);
    }
    for (const { device, intents } of players) {
      const { real } = sumOf(intents);
      expect(await readBalance(site.pool, device.userId)).toMatchObject({ real, held: 0 });
    }
    expect(await findViolations(site.pool, [...invariantsOfGivenMoney(), ...PROOFS])).toEqual([]);
  });
});
