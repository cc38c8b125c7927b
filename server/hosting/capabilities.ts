/** Reads from an OpenAPI document what an operator's own platform can do. Pure. */
import * as z from 'zod/mini';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../src/core/contract/approvals';
import { signIn } from '../../src/core/contract/auth';
import { forfeitBonus, listBonuses } from '../../src/core/contract/bonuses';
import { closeOperation, createDeposit, getOperation, listTransactions } from '../../src/core/contract/cashier';
import { confirmCorrection, listCorrections, proposeAdjustment } from '../../src/core/contract/corrections';
import { getDetails, patchDetails } from '../../src/core/contract/details';
import { openPlayer, readPlayerEntries, searchPlayers } from '../../src/core/contract/desk-players';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { addFavourite, listFavourites, removeFavourite } from '../../src/core/contract/favourites';
import { getFairness, listGames, listOpenRounds, listRevealedPairs, listRounds, playAction, playRound, rotateSeeds, setClientSeed } from '../../src/core/contract/games';
import { getIdentity, verifyIdentity } from '../../src/core/contract/identity';
import { getLeaderboard } from '../../src/core/contract/leaderboard';
import { confirmForPair, listIdentityPairs, listLookalikes, proposeForPair } from '../../src/core/contract/lookalikes';
import { changePassword, requestPasswordReset, resetPassword } from '../../src/core/contract/passwords';
import { getPlace } from '../../src/core/contract/place';
import { CAPABILITIES } from '../../src/core/contract/platform';
import type { Capability } from '../../src/core/contract/platform';
import { deleteConsent, listConsents } from '../../src/core/contract/consents';
import { getAccount, getBalance, getProfile } from '../../src/core/contract/player';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import { decideRiskCase, listRiskCases, openRiskCase } from '../../src/core/contract/risk';
import { exclude, getProtection, setLimit } from '../../src/core/contract/protection';
import { readReport, readReportEntries } from '../../src/core/contract/reports';
import { closeAccount, listSessions, requestArchive, revokeSession } from '../../src/core/contract/sessions';
import { getStatement } from '../../src/core/contract/statement';
import { listThreads, sendMessage } from '../../src/core/contract/support';
import { readToday } from '../../src/core/contract/today';
import { addBankAccount, createWithdrawal, listBankAccounts, listWithdrawals } from '../../src/core/contract/withdrawals';

/** A platform has a capability when it has these calls. */
const CALLS_OF: Readonly<Record<Capability, readonly Endpoint[]>> = {
  'sign-in': [signIn],
  account: [getAccount],
  games: [listGames],
  rounds: [playRound, getOperation],
  steps: [playAction, listOpenRounds],
  deposits: [createDeposit, getOperation],
  histories: [listRounds, listTransactions],
  operations: [getOperation],
  'closing-keys': [closeOperation],
  'withdraw-consent': [deleteConsent],
  'consent-receipts': [listConsents],
  details: [getDetails, patchDetails],
  fairness: [getFairness],
  // A platform that keeps the bets it refused knows the draws that bets name.
  binding: [getFairness, setClientSeed, rotateSeeds, listRevealedPairs, listRefusedBets],
  withdrawals: [createWithdrawal, listWithdrawals, listBankAccounts, addBankAccount, getOperation],
  identity: [getIdentity, verifyIdentity],
  statement: [getStatement],
  admin: [listAdminGames],
  approvals: [listApprovals, approveWithdrawal, refuseWithdrawal],
  corrections: [listCorrections, proposeAdjustment, confirmCorrection],
  admins: [listAdmins, inviteAdmin, acceptInvitation],
  lookalikes: [listLookalikes, listIdentityPairs, proposeForPair, confirmForPair],
  'desk-players': [searchPlayers, openPlayer, readPlayerEntries],
  risk: [listRiskCases, openRiskCase, decideRiskCase],
  today: [readToday],
  reports: [readReport, readReportEntries],
  passwords: [changePassword, requestPasswordReset, resetPassword],
  sessions: [listSessions, revokeSession],
  archive: [requestArchive],
  closure: [closeAccount],
  protection: [getProtection, setLimit, exclude],
  place: [getPlace],
  bonuses: [listBonuses, forfeitBonus],
  promotions: [listPromotions, claimPromotion],
  leaderboard: [getLeaderboard],
  support: [listThreads, sendMessage],
  favourites: [listFavourites, addFavourite, removeFavourite],
};

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Names a call like `get /v1/games/{}`, independent of the names of its parameters and of a leading `/api`. */
function callName(method: string, path: string): string {
  const plainPath = path.replace(/^\/api(?=\/)/, '').replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\/$/, '');
  return `${method.toLowerCase()} ${plainPath}`;
}

/** Returns the names of the calls in an OpenAPI document; null where it is no such document. */
function parseCalls(document: unknown): ReadonlySet<string> | null {
  const parsed = openApi.safeParse(document);
  if (!parsed.success) return null;
  return new Set(Object.entries(parsed.data.paths).flatMap(([path, item]) => Object.keys(item).map((method) => callName(method, path))));
}

/** Returns the capabilities that an OpenAPI document shows; null where it is no such document. */
export function parseCapabilities(document: unknown): Capability[] | null {
  const calls = parseCalls(document);
  if (calls === null) return null;
  return CAPABILITIES.filter((capability) => CALLS_OF[capability].every(({ method, path }) => calls.has(callName(method, path))));
}

/** Says whether a description names none of our calls: then it describes something else, as while the platform or the proxy before it starts. */
export function describesNothing(document: unknown): boolean {
  const calls = parseCalls(document);
  if (calls === null) return false;
  const ours = [getProfile, getBalance, ...Object.values(CALLS_OF).flat()];
  return !ours.some(({ method, path }) => calls.has(callName(method, path)));
}
