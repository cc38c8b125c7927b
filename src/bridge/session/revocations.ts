/**
 * Ending a session on the platform, now or with the next connection. Goes through the outbox's own way of sending; in the
 * page, because it must also go out when nobody is signed in and there is no sync worker.
 */
import { getProfile } from '../../core/contract/player';
import { failure, isAnswer, sessionEndOf } from '../../core/errors';
import type { CallError, Result } from '../../core/errors';
import { REVOKE_BY_HASH, SIGN_OUT } from '../../core/outbox/calls';
import { drain } from '../../core/outbox/drain';
import type { OutboxItem } from '../../core/outbox/item';
import { REVOCATION } from '../../core/outbox/all-kinds';
import { outcomeOf } from '../../core/outbox/outcome';
import { outboxWords } from '../../core/outbox/words';
import type { Database } from '../../data/database';
import { sha256Hex } from '../../data/hash';
import { addRevocation, noteAnsweredTry, refuseRevocation, removeRevocation, storedRevocations } from '../../data/revocations';
import { setPendingSignOuts } from '../../state/app';
import { can } from '../../state/catalogue';
import { notify } from '../../state/notifications';
import { sessionStore } from '../../state/session';
import { withKeyLock } from '../page/locks';
import type { Calls } from '../platform/calls';
import type { PageClock } from '../platform/clock';
import type { OnClose } from '../page/on-close';
import { createTimer } from '../page/timer';
import { isSeen } from '../page/visibility';
import { currentIds } from './ids';
import { revocationEntries } from './revocation-entries';

const RETRY_MS = 15_000;
/** No player has this id. */
const NOBODY = 'nobody';

interface RevocationsDeps {
  readonly database: Database;
  readonly callOpen: Calls['callOpen'];
  readonly clock: Pick<PageClock, 'platformNow'>;
  readonly onClose: OnClose;
}

export interface Revocations {
  /**
   * Writes down that this session is to be ended: the hash, at once to local storage and then to the database. Twice is as good as
   * once.
   */
  readonly recordSignOut: (sessionId: string) => Promise<string>;
  /**
   * Ends the session on the platform. The promise to do so is written down first, as a hash; the id itself lives only in
   * memory and only as long as the first try. True when the platform knows; false: it is told with the next connection.
   * `isPlayerInformed`: the player was told so when they pressed the button. Never asked of the connection here: it may be another by now.
   */
  readonly revoke: (sessionId: string, isPlayerInformed: boolean) => Promise<boolean>;
  /**
   * Tells the platform of sign-outs that it missed, by one tab at a time; tries again every 15 s while there are any and somebody
   * sees the page, else once. To be called when the page comes into sight, too.
   */
  readonly flush: () => Promise<void>;
}

const itemOf = (hash: string): OutboxItem => ({
  userId: null, kind: 'revocation', slot: REVOCATION.slot({ hash }), key: hash, body: { hash }, at: 0, state: 'waiting', problem: null,
});

const hashOf = ({ key }: OutboxItem) => key;

/** The platform itself says that the session is over, in words that are no gateway's. */
const isOver = (error: CallError): boolean => error.problem !== undefined && sessionEndOf(error) !== null;

/** Where nobody signs in through the platform's own call it may have none for signing out, and says so in any way. */
const hasNoSuchCall = ({ status }: CallError): boolean => !can('sign-in') && (status === 404 || status === 405);

/** A 404 of a platform that has no such call is its refusal, with or without words. */
function readRefusal(result: Result<unknown>): Result<unknown> {
  if (result.ok || result.error.problem || !hasNoSuchCall(result.error)) return result;
  const { status = 404 } = result.error;
  return failure('bad-request', { status, problem: { title: '', status, code: 'not-found' } });
}

export function createRevocations({ database, callOpen, clock, onClose }: RevocationsDeps): Revocations {
  const timer = createTimer(onClose);
  /** Hashes of this page that the platform has not answered; also those that the device does not store, or has lost. */
  const ownHashes = new Set<string>();
  /** Of those the ones that nothing stores: they end with this page. */
  const unsavedHashes = new Set<string>();
  /** The player was promised that the platform is told of these. */
  const promisedHashes = new Set<string>();
  /** The platform's answers to those that this page sent. Nothing else says what became of one. */
  const fates = new Map<string, 'over' | 'refused'>();
  /** This page has tried once since it went out of sight: a player who left the phone wants the session to end, but not a try every 15 s. */
  let hasTriedUnseen = false;

  // What a player was promised is nothing to whoever signs in after them.
  onClose(sessionStore.subscribe(({ sessionId }) => void (sessionId !== null && promisedHashes.clear())));

  async function waitingHashes(): Promise<readonly string[]> {
    const { waitingHashes: stored, refusedHashes } = await storedRevocations(database, Date.now());
    for (const hash of refusedHashes) {
      // Another tab asked, and this is the answer that it got.
      if (ownHashes.delete(hash)) fates.set(hash, 'refused');
      revocationEntries.remove(hash);
    }
    return [...new Set([...ownHashes, ...revocationEntries.read(), ...stored])];
  }

  /** It waits no longer, whatever became of it. */
  function forget(hash: string): void {
    ownHashes.delete(hash);
    revocationEntries.remove(hash);
  }

  async function settle(hash: string): Promise<void> {
    fates.set(hash, 'over');
    forget(hash);
    await removeRevocation(database, hash);
  }

  async function refuse(hash: string): Promise<void> {
    fates.set(hash, 'refused');
    forget(hash);
    await refuseRevocation(database, hash);
  }

  /** The platform answered, and did not take it. After a session's whole life by the platform's clock there is nothing left to end. */
  async function noteAnswer(hash: string): Promise<void> {
    const platformMs = clock.platformNow();
    if (platformMs === null || !(await noteAnsweredTry(database, hash, platformMs))) return;
    forget(hash);
    promisedHashes.delete(hash);
    await removeRevocation(database, hash);
  }

  /** Says what became of what was promised, once all of it is known: a session is over only where the platform said so. */
  function tellFates(): void {
    const ends = [...promisedHashes].map((hash) => fates.get(hash));
    if (ends.length === 0 || ends.includes(undefined)) return;
    promisedHashes.clear();
    if (ends.includes('refused')) notify({ kind: 'info', text: outboxWords.signOutRefused });
    else notify({ kind: 'success', text: outboxWords.signOutComplete });
  }

  /**
   * Whether an empty success was the platform's, and not of something before it that answers everything so: asked without a session, or
   * with the one that has ended, it refuses to say who the player is. Nothing in between does that, nor does a session that goes on.
   */
  async function isConfirmed(sessionId: string | null): Promise<boolean> {
    const answer = await callOpen(getProfile, { params: { userId: NOBODY }, sessionId, noStore: true });
    return !answer.ok && answer.error.code === 'bad-request';
  }

  async function recordSignOut(sessionId: string): Promise<string> {
    const hash = sha256Hex(sessionId);
    ownHashes.add(hash);
    fates.delete(hash);
    const isInEntries = revocationEntries.add(hash);
    const isInDatabase = await addRevocation(database, hash, Date.now());
    if (!isInEntries && !isInDatabase) unsavedHashes.add(hash);
    return hash;
  }

  /** Says that the platform is told later, to the player who signed out and to nobody after them. */
  function promise(hash: string, isPlayerInformed: boolean): void {
    if (currentIds() !== null) return;
    if (!isPlayerInformed) notify({ kind: 'info', text: unsavedHashes.has(hash) ? outboxWords.signOutUnsaved : outboxWords.signOutPending });
    promisedHashes.add(hash);
  }

  async function revoke(sessionId: string, isPlayerInformed: boolean): Promise<boolean> {
    const hash = await recordSignOut(sessionId);
    setPendingSignOuts((await waitingHashes()).length);
    const answer = await callOpen(SIGN_OUT, { sessionId });
    const isDone = answer.ok ? await isConfirmed(sessionId) : isOver(answer.error);
    if (isDone) await settle(hash);
    else {
      // Nothing is promised of a platform that may have no such call; it is tried all the same.
      const isPromised = can('sign-in') && (answer.ok || outcomeOf(answer.error, REVOCATION) !== 'refused');
      if (isPromised || isPlayerInformed) promise(hash, isPlayerInformed);
    }
    void flush();
    return isDone;
  }

  async function flush(): Promise<void> {
    timer.stop();
    if (!isSeen() && hasTriedUnseen) return;
    hasTriedUnseen = !isSeen();
    if ((await waitingHashes()).length > 0) await withKeyLock('revocations', send);
    const count = (await waitingHashes()).length;
    setPendingSignOuts(count);
    if (count > 0) timer.start(RETRY_MS, () => void flush());
    else tellFates();
  }

  async function send(): Promise<void> {
    await drain({
      table: { revocation: REVOCATION },
      next: async () => {
        const [hash] = await waitingHashes();
        return hash === undefined ? null : itemOf(hash);
      },
      send: async (item) => {
        const result = readRefusal(await callOpen(REVOKE_BY_HASH, { body: { hash: hashOf(item) } }));
        if (!result.ok && isAnswer(result.error)) await noteAnswer(hashOf(item));
        return result;
      },
      confirm: async () => ((await isConfirmed(null)) ? null : failure('network').error),
      settle: (item) => settle(hashOf(item)),
      refuse: (item) => refuse(hashOf(item)),
    });
  }

  return { recordSignOut, revoke, flush };
}
