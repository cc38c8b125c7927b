import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import * as contract from '../../src/core/contract/desk-players';
import { PLAYER_ACTS, PLAYER_PARTS } from '../../src/core/contract/desk-players';
import type { PlayerAct, PlayerPart } from '../../src/core/contract/desk-players';
import * as acts from '../../src/core/contract/desk-player-acts';
import { readPlayerFlags } from '../../src/core/contract/risk';
import type { BodyOf, Endpoint } from '../../src/core/contract/endpoint';
import type { AdminRole } from '../../src/core/admin-roles';
import { nairaToKobo } from '../../src/core/money';
import { readDevice, readPlayersSessions } from '../accounts';
import { listBonuses } from '../bonuses';
import { readDeskDeposits, readDeskPayouts, readEntries } from '../cashier';
import { readRoundPage } from '../games';
import { ProblemError } from '../http/problem';
import type { Caller, Router } from '../http/router';
import { settleLookalikes } from '../lookalikes';
import type { Platform } from '../platform';
import { readProtection } from '../protection';
import { listThreadsOf } from '../support';
import { lockPlayer, unlockPlayer } from './locks';
import { reveal } from './reveal';
import { resendActivation, signOut } from './sessions';
import { beginBreak, lowerLimit } from './tighten';
import { readAudited } from './audited-read';
import { maskAccountName } from '../masks';
import { addNote, readNotes } from './notes';
import { readFacts } from './player-facts';
import { readRound } from './read-round';
import { rolesOf } from './roles-of';
import { search } from './search';

const DEFAULT_PAGE = 30;

/** Each part of the page with the call that reads it, whose roles say who sees it. */
const CALL_OF: Readonly<Record<PlayerPart, Endpoint>> = {
  entries: contract.readPlayerEntries,
  deposits: contract.readPlayerDeposits,
  payouts: contract.readPlayerPayouts,
  rounds: contract.readPlayerRounds,
  bonuses: contract.readPlayerBonuses,
  protection: contract.readPlayerProtection,
  sessions: contract.readPlayerSessions,
  threads: contract.readPlayerThreads,
  flags: readPlayerFlags,
  notes: contract.readPlayerNotes,
};

/** Each act with its call, whose roles say who may do it. */
const CALL_OF_ACT: Readonly<Record<PlayerAct, Endpoint>> = {
  lock: acts.lockPlayer,
  unlock: acts.unlockPlayer,
  'sign-out': acts.signPlayerOut,
  limit: acts.lowerPlayerLimit,
  break: acts.breakForPlayer,
  mail: acts.resendPlayerActivation,
};

const mayCall = (endpoint: Endpoint, roles: readonly AdminRole[]): boolean => rolesOf(endpoint).some((role) => roles.includes(role));

interface PageQuery {
  readonly userId: string;
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface PartCall {
  readonly params: { readonly playerId: string };
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

type ReadPart<T> = (tx: PoolClient, playerId: string) => Promise<T>;
interface PageCall extends PartCall {
  readonly body: BodyOf<typeof contract.readPlayerEntries>;
}

const approach = (endpoint: Endpoint, { params: { playerId }, caller, request }: PartCall) =>
  ({ adminId: caller.userId, roles: rolesOf(endpoint), playerId, device: readDevice(request) });

/** Registers the calls with which the operator's people find a player, and read and note what concerns them. */
export function registerDeskPlayers(router: Router, platform: Platform): void {
  const { now } = platform;
  const look = <T>(call: PartCall, part: PlayerPart | 'page', read: ReadPart<T>): Promise<T> =>
    readAudited(platform, { ...approach(part === 'page' ? contract.openPlayer : CALL_OF[part], call), part }, (tx) => read(tx, call.params.playerId));
  /** Looks at a page of a part. */
  const lookAtPage = <T>(call: PageCall, part: PlayerPart, read: (tx: PoolClient, query: PageQuery) => Promise<T>): Promise<T> =>
    look(call, part, (tx, userId) => read(tx, { userId, cursor: call.body.cursor, limit: call.body.limit ?? DEFAULT_PAGE }));

  router.on(contract.searchPlayers, ({ body, caller }) => search(platform, { adminId: caller.userId, ...body }));

  router.on(contract.openPlayer, (call) => look(call, 'page', (tx, playerId) => {
    const { roles } = call.caller;
    return readFacts(tx, {
      playerId, at: now(), roles,
      parts: PLAYER_PARTS.filter((part) => mayCall(CALL_OF[part], roles)), acts: PLAYER_ACTS.filter((act) => mayCall(CALL_OF_ACT[act], roles)),
    });
  }));

  router.on(contract.readPlayerEntries, (call) => lookAtPage(call, 'entries', readEntries));
  router.on(contract.readPlayerDeposits, (call) => lookAtPage(call, 'deposits', readDeskDeposits));
  router.on(contract.readPlayerPayouts, (call) => lookAtPage(call, 'payouts', async (tx, query) => {
    const { items, next } = await readDeskPayouts(tx, query, now());
    return { items: items.map((item) => ({ ...item, accountName: maskAccountName(item.accountName) })), next };
  }));
  router.on(contract.readPlayerRounds, (call) => lookAtPage(call, 'rounds', readRoundPage));
  router.on(contract.openPlayerRound, (call) => {
    const { roundId } = call.params;
    return readAudited(platform, { ...approach(contract.openPlayerRound, call), part: `round ${roundId}` }, (tx) =>
      readRound(tx, platform, { userId: call.params.playerId, roundId }));
  });
  router.on(contract.readPlayerBonuses, (call) => lookAtPage(call, 'bonuses', async (tx, { userId, ...page }) => {
    const { items, next } = await listBonuses(tx, userId, page, call.place, now());
    return { items, next };
  }));
  router.on(contract.readPlayerProtection, (call) =>
    look(call, 'protection', (tx, userId) => readProtection(tx, { userId, now: now(), place: call.place })));
  router.on(contract.readPlayerSessions, (call) =>
    look(call, 'sessions', async (tx, playerId) => ({ items: await readPlayersSessions(tx, playerId, now()) })));
  router.on(contract.readPlayerThreads, (call) => lookAtPage(call, 'threads', listThreadsOf));
  router.on(contract.readPlayerNotes, (call) => lookAtPage(call, 'notes', readNotes));

  router.on(contract.addPlayerNote, (call) => addNote(platform, { ...approach(contract.addPlayerNote, call), key: call.key, text: call.body.text }));

  registerActs(router, platform);
}

function registerActs(router: Router, platform: Platform): void {
  const actor = (endpoint: Endpoint, call: PartCall) => ({ ...approach(endpoint, call), sessionHash: call.caller.sessionHash });

  router.on(acts.lockPlayer, (call) => lockPlayer(platform, actor(acts.lockPlayer, call), call.body));
  router.on(acts.unlockPlayer, (call) => unlockPlayer(platform, actor(acts.unlockPlayer, call), call.body));
  router.on(acts.signPlayerOut, (call) => signOut(platform, actor(acts.signPlayerOut, call), call.body.reason));
  router.on(acts.lowerPlayerLimit, (call) => {
    const { kind, period, reason, amount } = call.body;
    const inKobo = nairaToKobo(amount);
    if (inKobo === null) throw new ProblemError('validation', 'This is no amount.');
    return lowerLimit(platform, actor(acts.lowerPlayerLimit, call), { kind, period, reason, amount: inKobo });
  });
  router.on(acts.breakForPlayer, async (call) => {
    await beginBreak(platform, actor(acts.breakForPlayer, call), call.body);
    await settleLookalikes(platform, [call.params.playerId], { isProtection: true });
    return undefined;
  });
  router.on(acts.resendPlayerActivation, (call) => resendActivation(platform, actor(acts.resendPlayerActivation, call)));
  router.on(acts.revealPlayer, (call) => reveal(platform, actor(acts.revealPlayer, call), { ...call.body, roles: call.caller.roles }));
}
