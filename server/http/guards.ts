/** Checks before every handler whether the caller may make the call; the endpoint's access alone chooses the checks. */
import type { FastifyRequest } from 'fastify';
import type { AdminRole } from '../../src/core/admin-roles';
import { needsFreshSession } from '../../src/core/contract/endpoint';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { IDEMPOTENCY_KEY_PATTERN } from '../../src/core/contract/primitives';
import type { SessionEndReason } from '../../src/core/contract/problem';
import type { AntiForgery } from './anti-forgery';
import { CLOCKS_DIFFER_MS, DESK_TIMES } from './desk-times';
import type { DeskTimes } from './desk-times';
import { BINDING_COOKIE, equalSecrets, readCookie } from './cookies';
import type { FigureVersions } from './figure-versions';
import { ProblemError } from './problem';
import { secretHash } from '../secrets';
import type { Caller } from './router';

/** The parts of an open session that the guards need. */
export interface SessionRecord {
  readonly userId: string;
  readonly role: 'player' | 'admin';
  /** SHA-256 of the session id, hex. */
  readonly sessionHash: string;
  /** SHA-256 of the binding cookie's value, hex. */
  readonly bindingHash: string;
  /** The player's last own action; polls do not count. */
  readonly lastActionAt: Date;
  /** When an admin gave the second factor in it; null: never. */
  readonly factorAt: Date | null;
  /** As they were when the session was read; by these alone a poll may be answered with 304. */
  readonly versions: FigureVersions;
}

/** The end of a session; a call with its id gets it as the answer. */
export interface SessionEnd {
  readonly reason: SessionEndReason;
  readonly at: Date;
  /** The device that ended the session, in words; empty where no other device did. */
  readonly from: string;
}

/** A session that has ended. */
export interface EndedSession {
  readonly ended: SessionEnd;
}

/** The pool of connections by which a session is looked up: that for reads, or that for money and changes. */
export type SessionConnections = 'reads' | 'money';

/** The sessions for the guards. They are rows in the database, so that any number of processes agree. */
export interface SessionDirectory {
  /**
   * Finds a session by its well-formed id, as it is in the database; null = there was never such a session. Throws when the database is away.
   */
  find(sessionId: string, connections: SessionConnections): Promise<SessionRecord | EndedSession | null>;
  /**
   * Returns an open session of a player that was found less than a second ago, if nothing of it has changed since as far as this process
   * knows; else null. Only a call that changes nothing may use it.
   */
  findKept(sessionId: string): SessionRecord | null;
  /**
   * Returns whose session it is, where this process found it open within the last minutes; else null. It says only whose turn a call takes before
   * the session is read, and lets nobody through.
   */
  findSeen(sessionId: string): string | null;
  /** Records that the session was used; `isAction` says that the player did something. May write less often than it is called. */
  touch(session: Pick<SessionRecord, 'sessionHash' | 'lastActionAt'>, use: { readonly isAction: boolean }): Promise<void>;
}

/** The admins for the guards. */
export interface AdminDirectory {
  /** Records the network and the browser in which an admin's session is used. */
  recordUse(session: Pick<SessionRecord, 'userId'>, request: FastifyRequest): Promise<void>;
  /** Reads what the admin may do at the desk, and what they have to do before. */
  readStanding(caller: Pick<Caller, 'userId'>): Promise<AdminStanding>;
}

/** What an admin may do at the desk, and what they have to do before. */
export interface AdminStanding {
  readonly roles: readonly AdminRole[];
  /** They must still set a password of their own. */
  readonly isPasswordDue: boolean;
  /** They have enrolled a second factor. */
  readonly hasFactor: boolean;
}

export interface Guards {
  readonly sessions: SessionDirectory;
  readonly admins: AdminDirectory;
  readonly antiForgery: AntiForgery;
}

/** Where a player has done nothing for this long, a call that plays or moves money needs the password first; paying in does not. */
export const STALE_AFTER_MS = 30 * 60_000;

const SESSION_ID_PATTERN = /^[0-9A-Za-z_-]{43}$/;
const FOREIGN_SITES = ['cross-site', 'same-site'];

/** Says whether a method only reads; every other one may change something. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Refuses a changing call that another site's page made a browser send.
 * @throws ProblemError cross-site
 */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (isRead(request.method) || typeof site !== 'string' || !FOREIGN_SITES.includes(site)) return;
  throw new ProblemError('cross-site', 'This request came from another website.');
}

/** Reads the session id from the one header; null for another form. A query, a body or a cookie never counts. */
export function sessionIdOf(request: FastifyRequest): string | null {
  const header = request.headers['x-sessionid'];
  return typeof header === 'string' && SESSION_ID_PATTERN.test(header) ? header : null;
}

/**
 * Lets a call that changes nothing through by a kept session, with the checks of `requireCaller`, and asks the database nothing. Returns null
 * where there is none. `userId` is the one in the path, if there is one.
 */
export function admitByKept({ sessions }: Guards, endpoint: Endpoint, request: FastifyRequest, userId: string | undefined): Caller | null {
  const sessionId = sessionIdOf(request);
  const mayUse = isRead(endpoint.method) && endpoint.access !== 'admin' && endpoint.action !== true && !needsFreshSession(endpoint);
  const session = mayUse && sessionId !== null ? sessions.findKept(sessionId) : null;
  if (session === null) return null;
  const caller = toCaller(session, request);
  if (endpoint.access !== 'public') requireAccess(endpoint, caller, userId);
  return caller;
}

/** Reads the caller of a public endpoint; null unless the call has an open session. */
export async function readCaller(guards: Guards, request: FastifyRequest, connections: SessionConnections): Promise<Caller | null> {
  const session = await findSession(guards, request, connections);
  return session === null || 'ended' in session ? null : toCaller(session, request);
}

/**
 * Finds the session of a request. An admin's is recorded with its network and browser, whatever the call is and whatever the
 * answer will be; otherwise two accounts of one person could share a browser without a trace.
 */
async function findSession(
  { sessions, admins }: Guards, request: FastifyRequest, connections: SessionConnections,
): Promise<SessionRecord | EndedSession | null> {
  const sessionId = sessionIdOf(request);
  const session = sessionId === null ? null : await sessions.find(sessionId, connections);
  if (session !== null && !('ended' in session) && session.role === 'admin') await admins.recordUse(session, request);
  return session;
}

/**
 * Lets a call through or throws: 401 without an open session, 403 for another player's path or a missing role, 401
 * `binding-missing` for a session id without its cookie, 403 `anti-forgery`, 403 `own-password-due` for an admin who has none
 * yet, 403 `second-factor-…`, 401 `password-needed`. `userId` is the one in the path, if there is one. The order matters, so that somebody
 * with a stolen id alone learns nothing from the later checks.
 */
export async function requireCaller(
  guards: Guards,
  endpoint: Endpoint,
  request: FastifyRequest,
  path: {
    readonly userId: string | undefined; readonly now: Date; readonly recordsAction?: boolean; readonly connections: SessionConnections;
    readonly deskTimes?: DeskTimes | undefined;
  },
): Promise<Caller> {
  const session = await requireOpenSession(guards, request, path.connections);
  const signedIn = toCaller(session, request);
  requireAccess(endpoint, signedIn, path.userId);
  // An admin's own account is protected like the admin's calls: nothing of it changes before they have a password of their own and a second factor.
  const isForAdmin = endpoint.access === 'admin' || (signedIn.role === 'admin' && !isRead(request.method));
  const standing = isForAdmin ? await guards.admins.readStanding(signedIn) : null;
  if (standing !== null && endpoint.access === 'admin') requireDeskRole(endpoint, standing);
  const caller = standing === null ? signedIn : { ...signedIn, roles: standing.roles };
  if (!isRead(request.method)) await guards.antiForgery.check(request, { endpoint, caller });
  if (standing !== null) {
    requireOwnPassword(endpoint, standing);
    requireSecondFactor(endpoint, standing, { factorAt: session.factorAt, now: path.now, times: path.deskTimes ?? DESK_TIMES });
  }
  if (needsFreshSession(endpoint)) requireFresh(session.lastActionAt, path.now);
  if (path.recordsAction !== true) await guards.sessions.touch(session, { isAction: endpoint.action === true });
  return caller;
}

/** Refuses another player's path, a session id without its cookie where the call needs it, and whoever is no admin where it needs one. */
function requireAccess(endpoint: Endpoint, caller: Caller, userId: string | undefined): void {
  // Nobody was looked up, so the answer is the same whether or not the other player exists.
  if (userId !== undefined && userId !== caller.userId) throw new ProblemError('forbidden', 'You don’t have access to this.');
  if (endpoint.access !== 'session' && !caller.isBound) {
    throw new ProblemError('binding-missing', 'Sign in again on this device.');
  }
  if (endpoint.access === 'admin' && caller.role !== 'admin') throw new ProblemError('forbidden', 'You don’t have access to this.');
}

/** Lets an admin through who has one of the call's roles. A call that names none is for nobody. */
function requireDeskRole({ roles: needed = [] }: Endpoint, { roles }: AdminStanding): void {
  if (needed === 'any' || roles.some((role) => needed.includes(role))) return;
  throw new ProblemError('forbidden', 'You don’t have access to this.', { detail: 'Your roles don’t include this. An owner can change them under People.' });
}

/** Makes an admin who signed in with the printed password set one of their own before anything else. */
function requireOwnPassword(endpoint: Endpoint, { isPasswordDue }: AdminStanding): void {
  if (endpoint.beforeOwnPassword === true || !isPasswordDue) return;
  throw new ProblemError('own-password-due', 'Set a password of your own first.', {
    detail: 'You signed in with the password that the start printed, which works once. Set one of your own before anything else.',
  });
}

interface GivenFactor {
  readonly factorAt: Date | null;
  readonly now: Date;
  readonly times: DeskTimes;
}

/**
 * Makes an admin enrol a second factor, give it in this session, and give it again before what asks for that. Another one is enrolled only
 * where the first was given a moment ago, because somebody who knows the password must not enrol their own.
 */
function requireSecondFactor({ beforeFactor, stepUp }: Endpoint, { hasFactor }: AdminStanding, { factorAt, now, times }: GivenFactor): void {
  if (beforeFactor === 'always' || (beforeFactor === 'enrolling' && !hasFactor)) return;
  if (!hasFactor) throw new ProblemError('second-factor-needed', 'Set up your second factor first.');
  if (factorAt === null) throw new ProblemError('second-factor-due', 'Give your second factor first.');
  if (stepUp !== true && beforeFactor !== 'enrolling') return;
  const ageMs = now.getTime() - factorAt.getTime();
  // A clock that was set back makes nothing last longer.
  if (ageMs <= times.stepUpMs && ageMs >= -CLOCKS_DIFFER_MS) return;
  throw new ProblemError('second-factor-again', 'Give your second factor again.');
}

/**
 * Refuses a session in which the player has not done anything for a while.
 * @throws ProblemError password-needed
 */
export function requireFresh(lastActionAt: Date, now: Date): void {
  if (now.getTime() - lastActionAt.getTime() <= STALE_AFTER_MS) return;
  throw new ProblemError('password-needed', 'Enter your password again.', {
    detail: 'You have not used the app for half an hour.',
  });
}

async function requireOpenSession(guards: Guards, request: FastifyRequest, connections: SessionConnections): Promise<SessionRecord> {
  const session = await findSession(guards, request, connections);
  if (session === null) throw new ProblemError('unauthorised', 'Sign in first.');
  if ('ended' in session) throw toSessionEnded(session.ended);
  return session;
}

function toSessionEnded({ reason, at, from }: SessionEnd): ProblemError {
  return new ProblemError('session-ended', 'This session is over. Sign in again.', {
    reason,
    endedAt: at.toISOString(),
    ...(from !== '' && { endedFrom: from }),
  });
}

function toCaller(session: SessionRecord, request: FastifyRequest): Caller {
  const binding = readCookie(request, BINDING_COOKIE);
  const isBound = binding !== null && equalSecrets(secretHash(binding), session.bindingHash);
  const { userId, role, sessionHash, lastActionAt, factorAt, versions } = session;
  return { userId, role, sessionHash, lastActionAt, factorAt, isBound, versions, roles: [] };
}

/**
 * Returns the checked `Idempotency-Key` of a call that takes one, else an empty string.
 * @throws ProblemError key-missing, also for a key that is too short or too long or has other characters
 */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string {
  if (endpoint.idempotent !== true) return '';
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw new ProblemError('key-missing', 'This call needs an Idempotency-Key', {
    detail: 'Send a header Idempotency-Key with 16 to 64 letters, digits, dashes or underscores, new for each intent.',
  });
}
