/**
 * Sends the money intents of this page. `submit` answers what is known within the deadline; the intents store shows every state,
 * and the end as soon as it is certain. Unknown is never shown as success or failure.
 */
import { closeOperation, getOperation } from '../../core/contract/cashier';
import type { Problem } from '../../core/contract/problem';
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import { isFinal } from '../../core/intent';
import type { Intent, IntentKind, IntentRequest, IntentShapes, RequestOf } from '../../core/intent';
import { can } from '../../state/catalogue';
import { addIntents, openIntents, showIntent, intentsStore } from '../../state/intents';
import { revivingStore } from '../../state/reviving';
import { deviceCheckOf, readAnswer, readIntent, sendIntent } from './intent-kinds';
import type { Bridge } from '../bridge';
import { steadyNow } from '../platform/clock';
import { perBridge } from '../per-bridge';
import { createMachine, toRefused } from './intent-machine';
import { newKey } from '../page/key';
import { withKeyLock } from '../page/locks';
import { applyEnd, noteEvidenceOf } from './intent-ends';
import { currentIds } from '../session/ids';
import { isPageVisible, pauseWhileVisible, whenPageVisible } from '../page/visibility';
import { storeIntent } from './store-intent';

/** How an intent ended, or that this is not known yet. */
export type IntentOutcome<T> =
  /**
   * `answer` is null where the platform's stored answer does not fit what this page knows. The platform has done it all the
   * same, and the history shows it.
   */
  | { readonly state: 'confirmed'; readonly key: string; readonly answer: T | null }
  /** Nothing moved. With `notSent`, `problem` is null and the platform never saw the intent. */
  | { readonly state: 'refused'; readonly key: string; readonly problem: Problem | null; readonly notSent: boolean }
  | { readonly state: 'unknown'; readonly key: string };

const isOfPlayer = (intent: Intent) => currentIds()?.userId === intent.userId;

function outcomeOf(intent: Intent): IntentOutcome<Exclude<Intent['answer'], null>> {
  const { key } = intent;
  if (intent.state === 'confirmed') return { state: 'confirmed', key, answer: intent.answer };
  if (intent.state !== 'refused') return { state: 'unknown', key };
  const { refusal } = intent;
  return { state: 'refused', key, problem: refusal?.because === 'platform' ? refusal.problem : null, notSent: refusal?.because === 'not-sent' };
}

export interface Money {
  /**
   * Writes the intent down, sends it, and answers what is known within the deadline of 20 s. A caller that follows the intent in
   * the store gives its `key`.
   */
  readonly submit: <K extends IntentKind>(request: RequestOf<K>, key?: string) => Promise<IntentOutcome<IntentShapes[K]['answer']>>;
  /** Shows an intent as refused with this problem, and sends nothing. */
  readonly refuse: (request: IntentRequest, problem: Problem, key?: string) => IntentOutcome<never>;
  /**
   * Asks now what became of every intent that has not ended. To be called after a reload, a crash or a sign-in, and when the
   * connection comes back.
   */
  readonly resume: () => Promise<void>;
}

function createMoney(bridge: Bridge): Money {
  const { calls, clock, intentRecords, onClose } = bridge;
  let isClosed = false;

  /** The keys that this page has sent. */
  const sentKeys = new Set<string>();

  /**
   * Refuses an intent that a break or a lower limit waiting on this device forbids. An intent that is sent again may have arrived
   * the first time, so only the platform can say what became of it.
   */
  async function deviceRefusal(intent: Intent): Promise<Result<never> | null> {
    const isResend = sentKeys.has(intent.key);
    sentKeys.add(intent.key);
    const check = deviceCheckOf(intent);
    if (check === null) return null;
    // If that code can't be loaded a break or a limit may be waiting, so the intent is not sent.
    const problem = await import('../protection/device-problem').then(({ deviceProblem }) => deviceProblem(bridge, intent.userId, check), () => 'not-loaded' as const);
    if (problem === null) return null;
    if (isResend || problem === 'not-loaded') return failure('network');
    return failure('bad-request', { status: problem.status, problem });
  }

  async function send(intent: Intent): Promise<Result<Intent['answer']>> {
    const refusal = await deviceRefusal(intent);
    if (refusal !== null) return refusal;
    return isOfPlayer(intent) ? sendIntent(calls, intent) : failure('canceled');
  }

  /** When this page made each intent that has not ended, in epoch ms by the phone's clock, by key. */
  const pressedAt = new Map<string, number>();
  let sleep = new AbortController();

  /** A pause that ends early when the connection comes back, and when the page goes out of sight. */
  function waitOrWake(ms: number): Promise<void> {
    return pauseWhileVisible(ms, sleep.signal);
  }

  function wakeAll(): void {
    sleep.abort();
    sleep = new AbortController();
  }

  const machine = createMachine<Intent>({
    save: async (intent) => {
      // The player has signed out meanwhile, and this device must not store anything of theirs. The platform has the record.
      if (!isOfPlayer(intent)) return;
      showIntent(intent);
      // Evidence is stored before the end: a page that is closed in between asks again, while nobody looks at a stored end again.
      await noteEvidenceOf(bridge, intent);
      await storeIntent(bridge, intent);
      if (!isFinal(intent)) return;
      if (isOfPlayer(intent)) applyEnd(bridge, intent, pressedAt.get(intent.key) ?? null);
      // A page that stays open plays thousands of rounds.
      pressedAt.delete(intent.key);
    },
    send,
    ask: ({ userId, key }) => calls.callAsPlayer(getOperation, () => ({ params: { userId, key }, noStore: true })),
    close: async ({ userId, key }) => (can('closing-keys') ? calls.callAsPlayer(closeOperation, () => ({ params: { userId, key } })) : null),
    parseAnswer: ({ kind }, body) => readAnswer(kind, body),
    isCurrent: (intent) => !isClosed && isOfPlayer(intent),
    isVisible: isPageVisible,
    // The steady clock is used, because a leap of the phone's clock must not make a request that may be under way look like an old one.
    now: steadyNow,
    platformNow: clock.platformNow,
    wait: waitOrWake,
  });

  /** Keys that this page is sending or asking about. */
  const activeKeys = new Set<string>();

  /**
   * Asks about the intent, unless another tab has ended it while this one waited for the lock. Returns true when this page has
   * nothing more to ask.
   */
  async function settleUnlessEnded(intent: Intent, mayResend: boolean): Promise<boolean> {
    const record = await intentRecords.get(intent.key);
    const latest = record === null ? intent : readIntent(record);
    if (!isOfPlayer(latest)) return true;
    if (!isFinal(latest)) return isFinal(await machine.settle(latest, mayResend)) || !isOfPlayer(latest);
    showIntent(latest);
    return true;
  }

  /**
   * Asks about one key at a time, and only in one visible tab of the browser. A hidden tab gives the lock up, because otherwise
   * a visible one would wait for a tab that asks nothing.
   */
  async function settleWhileVisible(intent: Intent, mayResend: boolean): Promise<void> {
    for (let isDone = false; !isDone && !isClosed; ) {
      await whenPageVisible();
      isDone = await withKeyLock(intent.key, () => settleUnlessEnded(intent, mayResend));
    }
  }

  function settle(intent: Intent, mayResend: boolean): void {
    if (activeKeys.has(intent.key)) return;
    activeKeys.add(intent.key);
    void settleWhileVisible(intent, mayResend).finally(() => activeKeys.delete(intent.key));
  }

  const draftOf = (request: IntentRequest, key: string, userId: string): Intent =>
    ({ ...request, key, userId, state: 'draft', at: steadyNow(), sentAt: null, answer: null, refusal: null });

  function refuse(request: IntentRequest, problem: Problem, key = newKey()): IntentOutcome<never> {
    const ids = currentIds();
    if (ids) showIntent(toRefused(draftOf(request, key, ids.userId), { because: 'platform', problem }));
    return { state: 'refused', key, problem, notSent: false };
  }

  function submit<K extends IntentKind>(request: RequestOf<K>, key?: string): Promise<IntentOutcome<IntentShapes[K]['answer']>>;
  async function submit(request: IntentRequest, key = newKey()): Promise<IntentOutcome<unknown>> {
    const ids = currentIds();
    if (!ids) return { state: 'refused', key, problem: null, notSent: true };
    const draft = draftOf(request, key, ids.userId);
    // A page that has just come back does not know yet who is signed in (see `revive.ts`); its buttons are disabled, too.
    if (revivingStore.getState().isReviving) {
      const unsent = toRefused(draft, { because: 'not-sent' });
      showIntent(unsent);
      return outcomeOf(unsent);
    }
    showIntent(draft);
    pressedAt.set(key, Date.now());
    activeKeys.add(key);
    const intent = await withKeyLock(key, async () => {
      if (await storeIntent(bridge, draft)) return machine.send(draft);
      // The key could not be stored. Nothing is sent under it, because after a crash nobody could ask what became of the money.
      const refusedDraft = toRefused(draft, { because: 'not-sent' });
      if (isOfPlayer(refusedDraft)) showIntent(refusedDraft);
      return refusedDraft;
    }).finally(() => activeKeys.delete(key));
    if (!isFinal(intent)) settle(intent, true);
    return outcomeOf(intent);
  }

  async function resume(): Promise<void> {
    wakeAll();
    const ids = currentIds();
    if (!ids) return;
    const isCurrent = () => !isClosed && currentIds()?.userId === ids.userId;
    // The intents of this page come first, because the browser may have stored none of them.
    for (const intent of openIntents(intentsStore.getState())) settle(intent, false);
    const ended: Intent[] = [];
    await intentRecords.eachSlice(ids.userId, Date.now(), (slice) => {
      if (!isCurrent()) return false;
      const { byKey } = intentsStore.getState();
      for (const record of slice) {
        // The page's store is at least as new as the record in the database.
        if (byKey[record.key]) continue;
        const intent = readIntent(record);
        if (isFinal(intent)) {
          ended.push(intent);
          continue;
        }
        // Another page or tab was sending it, so this page does not know what became of it.
        showIntent({ ...intent, state: 'unknown' });
        settle(intent, false);
      }
      return true;
    });
    if (isCurrent()) addIntents(ended);
  }

  onClose(() => {
    isClosed = true;
    wakeAll();
  });
  return { submit, refuse, resume };
}

export const moneyOf = perBridge(createMoney);
