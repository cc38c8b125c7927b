/** A guest's feedback: kept first, then sent with the connection that is there or the next one, whoever is signed in by then. */
import { GUEST_FEEDBACK } from '../../core/outbox/all-kinds';
import type { OutboxBody } from '../../core/outbox/all-kinds';
import { SEND_GUEST_FEEDBACK } from '../../core/outbox/calls';
import { drain } from '../../core/outbox/drain';
import { FEEDBACK_DEADLINE_MS } from '../../core/outbox/kinds';
import type { OutboxItem } from '../../core/outbox/item';
import { putOff } from '../../core/outbox/put-off';
import { nextInLine } from '../../core/outbox/queue';
import { outboxWords } from '../../core/outbox/words';
import type { Result } from '../../core/errors';
import { addGuestFeedback, guestFeedback, settleGuestFeedback } from '../../data/guest-feedback';
import { notify } from '../../state/notifications';
import { sessionStore } from '../../state/session';
import { database } from '../storage/database';
import { newKey } from '../page/key';
import { withKeyLock } from '../page/locks';
import { callOpen } from '../platform/platform';
import { isSeen } from '../page/seen';

type Body = OutboxBody<'guest-feedback'>;

const RETRY_MS = 15_000;
const TABLE = { 'guest-feedback': GUEST_FEEDBACK };
/** What goes out at once is not news. */
const WAITED_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Tells when what waits has changed; returns its own end. */
export function onGuestFeedback(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const hear = () => listeners.forEach((listener) => listener());

/** What waits, or was refused; nothing for a player. */
export async function readGuestFeedback(): Promise<readonly OutboxItem[]> {
  return sessionStore.getState().userId === null ? guestFeedback(database) : [];
}

const send = (body: Body) => callOpen(SEND_GUEST_FEEDBACK, { body, deadlineMs: FEEDBACK_DEADLINE_MS });

/** `sent` and an error: where this browser keeps nothing it is sent now or never, and the form keeps what was typed. */
export async function queueGuestFeedback(feedback: Omit<Body, 'id'>): Promise<'kept' | 'full' | Result<unknown>> {
  const body = { ...feedback, id: newKey() };
  const added = await addGuestFeedback(database, {
    userId: null, kind: 'guest-feedback', slot: GUEST_FEEDBACK.slot(body), key: body.id, body, at: Date.now(), state: 'waiting', problem: null,
  });
  if (added === 'not-kept') return send(body);
  hear();
  void flushGuestFeedback();
  return added;
}

/** Takes back what waits, or puts away what was refused. */
export async function dropGuestFeedback({ key }: OutboxItem): Promise<void> {
  await settleGuestFeedback(database, key, null);
  hear();
}

const waiting = async () => (await guestFeedback(database)).filter(({ state }) => state === 'waiting');

const line = async () => nextInLine(await waiting(), TABLE, Date.now());

/** Sends what waits, by one tab at a time that somebody sees; tries again while there is any, every 15 s where nothing was put off. Never rejects. */
export async function flushGuestFeedback(): Promise<void> {
  clearTimeout(timer);
  // A try without any connection says nothing about the item, and would only put it off; the next connection starts this again.
  if (!isSeen() || !navigator.onLine || (await waiting()).length === 0) return;
  await withKeyLock('guest-feedback', async () => {
    const { sent } = await drain({
      table: TABLE,
      next: async () => (await line()).item,
      send: ({ body }) => {
        const fit = GUEST_FEEDBACK.body.safeParse(body);
        return fit.success ? send(fit.data) : null;
      },
      settle: ({ key }) => settleGuestFeedback(database, key, null),
      refuse: (item) => settleGuestFeedback(database, item.key, item),
      putOff: (item, error) => settleGuestFeedback(database, item.key, putOff(item, error, GUEST_FEEDBACK, Date.now())),
    });
    if (sent.some(({ at }) => Date.now() - at >= WAITED_MS)) notify({ kind: 'success', text: outboxWords.written });
  });
  hear();
  const { item, waitMs } = await line();
  const againMs = item === null ? waitMs : RETRY_MS;
  if (againMs !== null) timer = setTimeout(() => void flushGuestFeedback(), Math.max(RETRY_MS, againMs));
}
