/** Finds players for the operator's people, reads the parts of a player's page, and acts on it. Nothing of it is kept on the device. */
import {
  addPlayerNote, openPlayer, openPlayerRound, readPlayerBonuses, readPlayerDeposits, readPlayerEntries, readPlayerNotes, readPlayerPayouts,
  readPlayerProtection, readPlayerRounds, readPlayerSessions, readPlayerThreads, searchPlayers,
} from '../../core/contract/desk-players';
import type { DeskPlayer, DeskRound, PlayerNote } from '../../core/contract/desk-players';
import {
  breakForPlayer, lockPlayer, lowerPlayerLimit, resendPlayerActivation, revealPlayer, signPlayerOut, unlockPlayer,
} from '../../core/contract/desk-player-acts';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { newKey } from '../page/key';
import { callAtDesk } from './desk-call';

export type SearchPage = AnswerOf<typeof searchPlayers>;

export function findPlayers(term: string, cursor: string | undefined, signal: AbortSignal): Promise<Result<SearchPage>> {
  return callAtDesk(searchPlayers, () => ({ body: { term, ...(cursor !== undefined && { cursor }) }, signal, noStore: true }));
}

export function loadPlayer(playerId: string, signal: AbortSignal): Promise<Result<DeskPlayer>> {
  return callAtDesk(openPlayer, () => ({ params: { playerId }, signal, noStore: true }));
}

const PAGES = {
  entries: readPlayerEntries,
  deposits: readPlayerDeposits,
  payouts: readPlayerPayouts,
  rounds: readPlayerRounds,
  bonuses: readPlayerBonuses,
  threads: readPlayerThreads,
  notes: readPlayerNotes,
} as const;

/** The parts of a page that come in pages. */
export type PagedPart = keyof typeof PAGES;
export type PartPage<P extends PagedPart> = AnswerOf<(typeof PAGES)[P]>;

export function loadPart<P extends PagedPart>(
  part: P, playerId: string, cursor: string | undefined, signal: AbortSignal,
): Promise<Result<PartPage<P>>> {
  const options = () => ({ params: { playerId }, body: cursor === undefined ? {} : { cursor }, signal, noStore: true });
  // A cast, because the compiler does not see that the call of a part answers with that part's page.
  return callAtDesk(PAGES[part] as typeof readPlayerEntries, options) as Promise<Result<unknown>> as Promise<Result<PartPage<P>>>;
}

export function loadPlayersRound(playerId: string, roundId: string, signal: AbortSignal): Promise<Result<DeskRound>> {
  return callAtDesk(openPlayerRound, () => ({ params: { playerId, roundId }, signal, noStore: true }));
}

export function loadPlayersProtection(playerId: string, signal: AbortSignal): Promise<Result<AnswerOf<typeof readPlayerProtection>>> {
  return callAtDesk(readPlayerProtection, () => ({ params: { playerId }, signal, noStore: true }));
}

export function loadPlayersSessions(playerId: string, signal: AbortSignal): Promise<Result<AnswerOf<typeof readPlayerSessions>>> {
  return callAtDesk(readPlayerSessions, () => ({ params: { playerId }, signal, noStore: true }));
}

export const noteKey = newKey;

/** The platform takes a note once, also if it is sent again with the same key. */
export function sendNote(playerId: string, text: string, key: string): Promise<Result<PlayerNote>> {
  return callAtDesk(addPlayerNote, () => ({ params: { playerId }, body: { text }, key }));
}

/** One act about a player, with what it needs. */
export type PlayerActRequest =
  | { readonly act: 'lock'; readonly body: BodyOf<typeof lockPlayer> }
  | { readonly act: 'unlock'; readonly body: BodyOf<typeof unlockPlayer> }
  | { readonly act: 'sign-out'; readonly body: BodyOf<typeof signPlayerOut> }
  | { readonly act: 'limit'; readonly body: BodyOf<typeof lowerPlayerLimit> }
  | { readonly act: 'break'; readonly body: BodyOf<typeof breakForPlayer> }
  | { readonly act: 'mail' };

/** Works only with a connection: nothing about a person is done hours later. */
export function actOnPlayer(playerId: string, request: PlayerActRequest): Promise<Result<unknown>> {
  const params = { playerId };
  switch (request.act) {
    case 'lock': return callAtDesk(lockPlayer, () => ({ params, body: request.body }));
    case 'unlock': return callAtDesk(unlockPlayer, () => ({ params, body: request.body }));
    case 'sign-out': return callAtDesk(signPlayerOut, () => ({ params, body: request.body }));
    case 'limit': return callAtDesk(lowerPlayerLimit, () => ({ params, body: request.body }));
    case 'break': return callAtDesk(breakForPlayer, () => ({ params, body: request.body }));
    case 'mail': return callAtDesk(resendPlayerActivation, () => ({ params }));
  }
}

export function showInFull(playerId: string, body: BodyOf<typeof revealPlayer>): Promise<Result<AnswerOf<typeof revealPlayer>>> {
  return callAtDesk(revealPlayer, () => ({ params: { playerId }, body }));
}
