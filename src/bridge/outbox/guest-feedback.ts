/**
 * Queues and sends a guest's feedback. It is stored first, and sent now or with the next connection, even if a player has signed
 * in by then.
 */
import { GUEST_FEEDBACK } from '../../core/outbox/all-kinds';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import { SEND_GUEST_FEEDBACK } from '../../core/outbox/calls';
import { drain } from '../../core/outbox/drain';
import { FEEDBACK_DEADLINE_MS } from '../../core/outbox/kinds';
import type { OutboxItem } from '../../core/outbox/item';
import { putOff } from '../../core/outbox/put-off';
import { sendableItems, nextInLine } from '../../core/outbox/queue';
import { outboxWords } from '../../core/outbox/words';
import { antiForgery } from '../../core/contract/anti-forgery';
import { isAnswer } from '../../core/errors';
import type { Result } from '../../core/errors';
import { addGuestFeedback, guestFeedback, settleGuestFeedback } from '../../data/guest-feedback';
import { notify } from '../../state/notifications';
import { sessionStore } from '../../state/session';
import type { Bridge } from '../bridge';
import { newKey } from '../page/key';
import { withKeyLock } from '../page/locks';
import { createListeners } from '../page/listeners';
import { perBridge } from '../per-bridge';
import { withProof } from '../platform/with-proof';
import { isPageVisible } from '../page/visibility';
import { createTimer } from '../page/timer';

type Body = OutboxBody<'guest-feedback'>;

const RETRY_MS = 15_000;
const TABLE = { 'guest-feedback': GUEST_FEEDBACK };
/** A message that goes out sooner than this needs no notice, because the guest has just sent it. */
const NOTICE_AFTER_MS = 10_000;

export interface GuestFeedback {
  /** Reads the messages that wait or were refused; a player sees none. */
  readonly read: () => Promise<readonly OutboxItem[]>;
  /**
   * Stores a message and starts to send it. Where this browser stores nothing, the message is sent at once and the result of the
   * call is returned, so that the form can keep the text if that fails.
   */
  readonly queue: (feedback: Omit<Body, 'id'>) => Promise<'stored' | 'full' | Result<unknown>>;
  /** Deletes a message that waits or was refused. */
  readonly drop: (item: OutboxItem) => Promise<void>;
  /**
   * Sends the waiting messages, by one visible tab at a time. Tries again as long as any are left: every 15 s, or when the pause
   * of a message that was put off is over. Never rejects.
   */
  readonly flush: () => Promise<void>;
  /** Calls the listener when the messages have changed. Returns the function that stops this. */
  readonly follow: (listener: () => void) => () => void;
}

function createGuestFeedback({ calls, database, onClose }: Bridge): GuestFeedback {
  const timer = createTimer(onClose);
  const listeners = createListeners();

  async function read(): Promise<readonly OutboxItem[]> {
    return sessionStore.getState().userId === null ? guestFeedback(database) : [];
  }

  async function send(body: unknown): Promise<Result<unknown>> {
    const result = await withProof((proof) =>
      calls.callOpen(SEND_GUEST_FEEDBACK, { body: typeof body === 'object' ? { ...body, ...proof } : body, deadlineMs: FEEDBACK_DEADLINE_MS }),
    );
    if (result.ok && result.data.pictureNotKept !== undefined) notify({ kind: 'info', text: result.data.pictureNotKept });
    return result;
  }

  async function queue(feedback: Omit<Body, 'id'>): Promise<'stored' | 'full' | Result<unknown>> {
    const body = { ...feedback, id: newKey() };
    const outcome = await addGuestFeedback(database, {
      userId: null, kind: 'guest-feedback', slot: GUEST_FEEDBACK.slot(body), key: body.id, body, at: Date.now(), state: 'waiting', problem: null,
    });
    if (outcome === 'not-stored') return send(body);
    listeners.notifyAll(undefined);
    void flush();
    return outcome;
  }

  async function drop({ key }: OutboxItem): Promise<void> {
    await settleGuestFeedback(database, key, null);
    listeners.notifyAll(undefined);
  }

  const waitingItems = async () => sendableItems(await guestFeedback(database), () => true, TABLE);

  const line = async () => nextInLine(await waitingItems(), TABLE, Date.now());

  async function flush(): Promise<void> {
    timer.stop();
    // A try without a connection says nothing about the message, and would only put it off. The next connection starts this again.
    if (!isPageVisible() || !navigator.onLine || (await waitingItems()).length === 0) return;
    await withKeyLock('guest-feedback', async () => {
      const { sent } = await drain({
        table: TABLE,
        next: async () => (await line()).item,
        send: (_, { body }) => send(body),
        isReached: async () => {
          const answer = await calls.callOpen(antiForgery, { noStore: true });
          return answer.ok || isAnswer(answer.error);
        },
        settle: ({ key }) => settleGuestFeedback(database, key, null),
        refuse: (item) => settleGuestFeedback(database, item.key, item),
        putOff: (item, error, kind, isReached) => settleGuestFeedback(database, item.key, putOff(item, error, kind, Date.now(), isReached)),
      });
      if (sent.some(({ at }) => Date.now() - at >= NOTICE_AFTER_MS)) notify({ kind: 'success', text: outboxWords.written });
    });
    listeners.notifyAll(undefined);
    const { item, waitMs } = await line();
    const againMs = item === null ? waitMs : RETRY_MS;
    if (againMs !== null) timer.start(Math.max(RETRY_MS, againMs), () => void flush());
  }

  return { read, queue, drop, flush, follow: listeners.add };
}

export const guestFeedbackOf = perBridge(createGuestFeedback);
