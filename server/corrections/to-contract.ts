/** Converts corrections to the answer for admins. */
import type { Correction } from '../../src/core/contract/corrections';
import { kobo, koboToNaira } from '../../src/core/money';
import { describeConfirmationRefusals, readPlayerOwners, toProposalView } from '../four-eyes';
import type { DecisionContext } from '../four-eyes';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import type { CorrectionRow } from './correction-rows';
import { readCorrectedPlayer } from './player-facts';

/** A correction stays as it was proposed and ends once, so it has two versions. */
export const versionOfRow = ({ end_reason: endReason }: CorrectionRow): number => (endReason === null ? 1 : 2);

const OWN_PLAYER = 'The player seems to be you under another account. Others decide about it.';

/** Converts corrections for the admin who asks. A page of them has few, so each player is read by itself. */
export async function toCorrections(db: Db, platform: Pick<Platform, 'config'>, rows: readonly CorrectionRow[], context: DecisionContext): Promise<Correction[]> {
  const refusals = await describeConfirmationRefusals(db, context, 'correction', rows);
  const items: Correction[] = [];
  for (const [index, row] of rows.entries()) {
    const isOpen = row.end_reason === null;
    const isOwnPlayer = isOpen && row.user_id !== null
      && (row.user_id === context.adminId || (await readPlayerOwners(db, [row.user_id], context.adminId)).length > 0);
    const whyNot = isOpen ? (isOwnPlayer ? OWN_PLAYER : (refusals[index] ?? null)) : null;
    items.push({
      ...toProposalView(row, context.adminId, whyNot),
      version: versionOfRow(row),
      kind: row.kind,
      state: row.end_reason ?? 'open',
      player: row.user_id === null ? null : await readCorrectedPlayer(db, platform, row.user_id, context.now),
      amount: koboToNaira(kobo(row.amount)),
      reasonCode: row.reason_code,
      note: row.note,
      playerText: row.player_text,
      takesBack: row.takes_back === null ? null : await readTakenBack(db, row.takes_back),
      facts: Object.entries(row.facts).map(([name, value]) => ({ name, value })),
      endedBy: row.ender,
      endedAt: row.ended_at?.toISOString() ?? null,
    });
  }
  return items;
}

export async function toCorrection(db: Db, platform: Pick<Platform, 'config'>, row: CorrectionRow, context: DecisionContext): Promise<Correction> {
  const [item] = await toCorrections(db, platform, [row], context);
  if (item === undefined) throw new Error('one row makes one correction');
  return item;
}

async function readTakenBack(db: Db, proposalId: string): Promise<Correction['takesBack']> {
  const { rows: [row] } = await db.query<{ amount: number; ended_at: Date }>('SELECT amount, ended_at FROM correction WHERE proposal_id = $1', [proposalId]);
  return row === undefined ? null : { proposalId, amount: koboToNaira(kobo(row.amount)), at: row.ended_at.toISOString() };
}
