/**
 * Ends sessions on the platform, now or with the next connection. They are sent as items of the outbox are, but by the page,
 * because they must also go out when nobody is signed in and no sync worker runs.
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
import { isPageVisible } from '../page/visibility';
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
   * Stores that this session is to be ended: its hash, at once in local storage and then in the database. A second call for the
   * same session changes nothing.
   */
  readonly recordSignOut: (sessionId: string) => Promise<string>;
  /**
   * Ends the session on the platform. The hash is stored first; the id itself lives only in memory, and only until the first try
   * is over. Returns true when the platform knows; otherwise it is told with the next connection. `wasToldAtPress`: when the
   * player pressed the button, the page already said that the platform would learn of it later. The connection is not asked about
   * that here, because it may be another one by now.
   */
  readonly revoke: (sessionId: string, wasToldAtPress: boolean) => Promise<boolean>;
  /**
   * Tells the platform of the sign-outs that wait, by one tab at a time. While any are left, a visible page tries again
   * every 15 s, but a hidden page only once. To be called also when the page becomes visible.
   */
  readonly flush: () => Promise<void>;
  /** Flushes after a pause, because another tab signed out and sends that itself unless it is closed first. */
  readonly flushLater: () => void;
}

const itemOf = (hash: string): OutboxItem => ({
  userId: null, kind: 'revocation', slot: REVOCATION.slot({ hash }), key: hash, body: { hash }, at: 0, state: 'waiting', problem: null,
});

const hashOf = ({ key }: OutboxItem) => key;

/** Returns true if the platform itself says that the session is over. A refusal without a problem may come from a gateway. */
const isOver = (error: CallError): boolean => error.problem !== undefined && sessionEndOf(error) !== null;

/**
 * Returns true if the platform seems to lack the call for signing out. A platform without a sign-in of its own may lack it, and
 * then answers 404 or 405 in any form.
 */
const hasNoSuchCall = ({ status }: CallError): boolean => !can('sign-in') && (status === 404 || status === 405);

/** Treats a 404 or 405 of a platform that lacks the call as its refusal, even if it comes without a problem. */
function readRefusal(result: Result<unknown>): Result<unknown> {
  if (result.ok || result.error.problem || !hasNoSuchCall(result.error)) return result;
  const { status = 404 } = result.error;
  return failure('bad-request', { status, problem: { title: '', status, code: 'not-found' } });
}

export function createRevocations({ database, callOpen, clock, onClose }: RevocationsDeps): Revocations {
  const timer = createTimer(onClose);
  /** The hashes of this page that the platform has not answered, also those that the device could not store or has lost. */
  const ownHashes = new Set<string>();
  /** Those among them that are stored nowhere, so that they end with this page. */
  const unsavedHashes = new Set<string>();
  /** The hashes of which the player was told that the platform will learn of them. */
  const promisedHashes = new Set<string>();
  /** The platform's answers to the hashes that this page sent. Nothing else tells what became of them. */
  const outcomes = new Map<string, 'over' | 'refused'>();
  /**
   * True: the page is hidden and has tried once since then. A player who put the phone away wants the session to end, but not a
   * try every 15 s.
   */
  let hasTriedHidden = false;

  // The promise to one player must not be shown to the next.
  onClose(sessionStore.subscribe(({ sessionId }) => void (sessionId !== null && promisedHashes.clear())));

  async function waitingHashes(): Promise<readonly string[]> {
    const { waitingHashes: stored, refusedHashes } = await storedRevocations(database, Date.now());
    for (const hash of refusedHashes) {
      // Another tab has asked the platform, and stored this refusal.
      if (ownHashes.delete(hash)) outcomes.set(hash, 'refused');
      revocationEntries.remove(hash);
    }
    return [...new Set([...ownHashes, ...revocationEntries.read(), ...stored])];
  }

  /** Takes a hash out of those that wait, whatever became of it. */
  function forget(hash: string): void {
    ownHashes.delete(hash);
    revocationEntries.remove(hash);
  }

  async function settle(hash: string): Promise<void> {
    outcomes.set(hash, 'over');
    forget(hash);
    await removeRevocation(database, hash);
  }

  async function refuse(hash: string): Promise<void> {
    outcomes.set(hash, 'refused');
    forget(hash);
    await refuseRevocation(database, hash);
  }

  /**
   * Notes that the platform answered and did not end the session. If it has answered so for as long as a session lives, by the
   * platform's clock, there is nothing left to end.
   */
  async function noteAnswer(hash: string): Promise<void> {
    const platformMs = clock.platformNow();
    if (platformMs === null || !(await noteAnsweredTry(database, hash, platformMs))) return;
    forget(hash);
    promisedHashes.delete(hash);
    await removeRevocation(database, hash);
  }

  /** Tells the player what became of the promised sign-outs, once all of it is known. A session is over only where the platform said so. */
  function notifyOutcomes(): void {
    const ends = [...promisedHashes].map((hash) => outcomes.get(hash));
    if (ends.length === 0 || ends.includes(undefined)) return;
    promisedHashes.clear();
    if (ends.includes('refused')) notify({ kind: 'info', text: outboxWords.signOutRefused });
    else notify({ kind: 'success', text: outboxWords.signOutComplete });
  }

  /**
   * Checks that an empty success came from the platform, and not from a network that answers every call so. Asked for a profile
   * without a session, or with one that has ended, the platform refuses. Such a network does not refuse that, nor does the
   * platform while the session goes on.
   */
  async function isConfirmed(sessionId: string | null): Promise<boolean> {
    const answer = await callOpen(getProfile, { params: { userId: NOBODY }, sessionId, noStore: true });
    return !answer.ok && answer.error.code === 'bad-request';
  }

  async function recordSignOut(sessionId: string): Promise<string> {
    const hash = sha256Hex(sessionId);
    ownHashes.add(hash);
    outcomes.delete(hash);
    const isInEntries = revocationEntries.add(hash);
    const isInDatabase = await addRevocation(database, hash, Date.now());
    if (!isInEntries && !isInDatabase) unsavedHashes.add(hash);
    return hash;
  }

  /** Tells the player who signed out, and nobody after them, that the platform will learn of it later. */
  function announceLater(hash: string, wasToldAtPress: boolean): void {
    if (currentIds() !== null) return;
    if (!wasToldAtPress) notify({ kind: 'info', text: unsavedHashes.has(hash) ? outboxWords.signOutUnsaved : outboxWords.signOutPending });
    promisedHashes.add(hash);
  }

  async function revoke(sessionId: string, wasToldAtPress: boolean): Promise<boolean> {
    const hash = await recordSignOut(sessionId);
    setPendingSignOuts((await waitingHashes()).length);
    const answer = await callOpen(SIGN_OUT, { sessionId });
    const isDone = answer.ok ? await isConfirmed(sessionId) : isOver(answer.error);
    if (isDone) await settle(hash);
    else {
      // A platform that may lack the call is asked all the same, but nothing is promised then.
      const isPromised = can('sign-in') && (answer.ok || outcomeOf(answer.error, REVOCATION) !== 'refused');
      if (isPromised || wasToldAtPress) announceLater(hash, wasToldAtPress);
    }
    void flush();
    return isDone;
  }

  async function flush(): Promise<void> {
    timer.stop();
    if (!isPageVisible() && hasTriedHidden) return;
    hasTriedHidden = !isPageVisible();
    if ((await waitingHashes()).length > 0) await withKeyLock('revocations', send);
    const count = (await waitingHashes()).length;
    setPendingSignOuts(count);
    if (count > 0) flushLater();
    else notifyOutcomes();
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
      checkStored: async () => ((await isConfirmed(null)) ? null : failure('network').error),
      settle: (item) => settle(hashOf(item)),
      refuse: (item) => refuse(hashOf(item)),
    });
  }

  const flushLater = () => timer.start(RETRY_MS, () => void flush());

  return { recordSignOut, revoke, flush, flushLater };
}
