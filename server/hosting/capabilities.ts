/** Finds out what an operator's own platform can do, from the OpenAPI document that it publishes. */
import * as z from 'zod/mini';
import { listAdminGames } from '../../src/core/contract/admin';
import { acceptInvitation, inviteAdmin, listAdmins } from '../../src/core/contract/admins';
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../src/core/contract/approvals';
import { signIn } from '../../src/core/contract/auth';
import { forfeitBonus, listBonuses } from '../../src/core/contract/bonuses';
import { closeOperation, createDeposit, getOperation, listTransactions } from '../../src/core/contract/cashier';
import { getDetails, patchDetails } from '../../src/core/contract/details';
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
import { exclude, getProtection, setLimit } from '../../src/core/contract/protection';
import { closeAccount, listSessions, requestArchive, revokeSession } from '../../src/core/contract/sessions';
import { getStatement } from '../../src/core/contract/statement';
import { listThreads, sendMessage } from '../../src/core/contract/support';
import { addBankAccount, createWithdrawal, listBankAccounts, listWithdrawals } from '../../src/core/contract/withdrawals';
import type { CapabilityFile } from './capability-file';

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
  admins: [listAdmins, inviteAdmin, acceptInvitation],
  lookalikes: [listLookalikes, listIdentityPairs, proposeForPair, confirmForPair],
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
function describesNothing(document: unknown): boolean {
  const calls = parseCalls(document);
  if (calls === null) return false;
  const ours = [getProfile, getBalance, ...Object.values(CALLS_OF).flat()];
  return !ours.some(({ method, path }) => calls.has(callName(method, path)));
}

/** Says whether more than half of the capabilities are gone; a part of the platform may be down for a while. */
const isSharpLoss = (before: readonly Capability[], after: readonly Capability[]): boolean => after.length < before.length / 2;

/** So many descriptions in a row must agree before a sharp loss is believed. */
const READS_BEFORE_LOSS = 4;

export interface OperatorDeps {
  readonly platformUrl: string;
  readonly fetch: typeof fetch;
  readonly file: CapabilityFile;
  /** Returns a number in [0, 1), by which hosts that start together don't ask at the same moment. */
  readonly random: () => number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

export interface OperatorCapabilities {
  readonly capabilities: readonly Capability[];
  /** True while the platform has answered neither this process nor an earlier one, so that it may be able to do more. */
  readonly isProvisional: boolean;
}

export interface Operator {
  readonly current: () => OperatorCapabilities;
  /** Reads the stored capabilities and asks the platform, then again and again. Resolves after the first answer or deadline. Never rejects. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

const READ_DEADLINE_MS = 3_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** The time from a successful read of the description to the next one. */
const REFRESH_INTERVAL_MS = 60 * 60_000;

/** Returns the pause in ms before the next read after so many failures in a row; `random` in [0, 1). */
export function pauseAfterMs(failures: number, random: () => number): number {
  const fullPauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  return fullPauseMs * (0.75 + 0.5 * random());
}

/**
 * Asks an operator's platform for its OpenAPI document until it answers with one, then every hour. Until then the
 * capabilities of the last document hold. A document that lacks most of them counts only when several in a row do. A platform that
 * answers without a document, and never had one, has no capabilities.
 */
export function createOperator({ platformUrl, fetch: get, file, random, log }: OperatorDeps): Operator {
  let knownCapabilities: readonly Capability[] | null = null;
  let hasAnswered = false;
  let failures = 0;
  /** Counts the descriptions in a row that showed a sharp loss. */
  let sharpLosses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function readDescription(): Promise<void> {
    try {
      const response = await get(`${platformUrl}/openapi.json`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(READ_DEADLINE_MS),
      });
      // The document can't be read now, which says nothing about what the platform can do.
      if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
      const document: unknown = response.ok ? await response.json().catch(() => null) : null;
      if (describesNothing(document)) throw new Error('a description of no calls');
      hasAnswered = true;
      const describedCapabilities = parseCapabilities(document);
      if (describedCapabilities === null) throw new Error(`no description, status ${response.status}`);
      sharpLosses = isSharpLoss(knownCapabilities ?? [], describedCapabilities) ? sharpLosses + 1 : 0;
      if (sharpLosses > 0 && sharpLosses < READS_BEFORE_LOSS) throw new Error('a description that lacks more than half');
      failures = 0;
      if (JSON.stringify(describedCapabilities) === JSON.stringify(knownCapabilities)) return;
      knownCapabilities = describedCapabilities;
      log('operator.capabilities', { known: knownCapabilities });
      await file.write(describedCapabilities).catch((error: unknown) => log('operator.not-kept', { error }));
    } catch (error) {
      failures += 1;
      log('operator.unreachable', { error, failures, known: knownCapabilities ?? [] });
    }
  }

  async function readAndScheduleNext(): Promise<void> {
    await readDescription();
    if (isStopped) return;
    timer = setTimeout(() => void readAndScheduleNext(), failures === 0 ? REFRESH_INTERVAL_MS : pauseAfterMs(failures, random));
    // The timer must not keep the process alive.
    timer.unref();
  }

  return {
    start: async () => {
      knownCapabilities = await file.read();
      await readAndScheduleNext();
    },
    current: () => ({ capabilities: knownCapabilities ?? [], isProvisional: knownCapabilities === null && !hasAnswered }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
