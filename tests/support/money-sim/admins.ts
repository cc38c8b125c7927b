/** The simulation's admins: each decides at random on whatever waits, often at the same time as another. */
import { approveWithdrawal, refuseWithdrawal } from '../../../server/admin/approvals';
import { RawAnswer } from '../../../server/http/router';
import type { Platform } from '../../../server/platform';
import type { Random } from '../seeds';
import type { Network } from './network';
import type { SimulatedPlatform } from './platform';
import type { Schedule } from './schedule';

const DEADLINE_MS = 15_000;
const REFUSAL_RATE = 0.3;

export interface AdminDeps {
  readonly schedule: Schedule;
  readonly network: Network;
  readonly platform: SimulatedPlatform;
  readonly random: Random;
  readonly adminIds: readonly string[];
  readonly userIds: readonly string[];
  /** Returns the factor by which everybody works more slowly than at the beginning. */
  readonly slowness: () => number;
}

async function decide(platform: Platform, deps: AdminDeps, adminId: string, draw: number, isRefusal: boolean): Promise<RawAnswer | null> {
  const { rows } = await platform.pool.query<{ withdrawal_id: string }>(
    `SELECT withdrawal_id FROM withdrawal WHERE state = 'checking' AND user_id = ANY($1) ORDER BY created_at, withdrawal_id`,
    [deps.userIds],
  );
  const withdrawal = rows[draw % Math.max(1, rows.length)];
  if (withdrawal === undefined) return null;
  const decider = { adminId, withdrawalId: withdrawal.withdrawal_id };
  const decision = isRefusal ? await refuseWithdrawal(platform, decider, 'Not this one, sorry.') : await approveWithdrawal(platform, decider);
  return new RawAnswer(200, JSON.stringify(decision));
}

/** Starts the admins, who work until the simulation ends. */
export function createAdmins(deps: AdminDeps): void {
  const { schedule, network, platform, random } = deps;
  for (const adminId of deps.adminIds) {
    const work = (): void => {
      schedule.plan((4_000 + random.below(20_000)) * deps.slowness(), 'an admin', () => {
        const draw = random.below(1_000);
        const isRefusal = random.chance(REFUSAL_RATE);
        void network
          .request('decision', DEADLINE_MS, () => platform.serve('decision', (on) => decide(on, deps, adminId, draw, isRefusal)))
          .then(work);
      });
    };
    work();
  }
}
