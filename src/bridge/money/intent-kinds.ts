/** One handler for each kind of intent: how it is sent, which break or limit of the player may stop it, and how a stored one is read. */
import { MONEY_DEADLINE_MS } from '../../api/deadlines';
import { forfeitBonus } from '../../core/contract/bonuses';
import { chooseForDeposit, createDeposit } from '../../core/contract/cashier';
import type { Schema } from '../../core/contract/endpoint';
import { playAction, playRound } from '../../core/contract/games';
import { claimPromotion } from '../../core/contract/promotions';
import { createWithdrawal } from '../../core/contract/withdrawals';
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import type { Intent, IntentKind, IntentOf, IntentRecord, IntentShapes } from '../../core/intent';
import { INTENT_BODIES } from '../../core/intent-bodies';
import type { DeviceCheck } from '../protection/device-problem';
import type { Calls } from '../platform/calls';

type Body<K extends IntentKind> = IntentShapes[K]['body'];
type Answer<K extends IntentKind> = IntentShapes[K]['answer'];

interface KeyedCall {
  readonly key: string;
  readonly deadlineMs: number;
}

interface Handler<K extends IntentKind> {
  readonly answer: Schema<Answer<K>>;
  /** Sends the call of this kind with the intent's key. */
  readonly send: (calls: Calls, call: KeyedCall, intent: IntentOf<K>, body: Body<K>) => Promise<Result<Answer<K>>>;
  /** Returns what `deviceProblem` has to check before the intent is sent; null where no break and no limit on this device can stop it. */
  readonly deviceCheck: (body: Body<K>) => DeviceCheck | null;
  /**
   * Reads a stored record. A body or an answer that this version can't read becomes null; the platform can be asked about its
   * key all the same.
   */
  readonly read: (record: IntentRecord) => IntentOf<K>;
}

function fitOrNull<T>(schema: Schema<T>, value: unknown): T | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * Returns the id in the path, which is that of a game, a promotion, a wallet or a deposit. Stored as `gameId`, the name in older
 * builds.
 */
const subjectIdOf = ({ gameId }: IntentRecord): string => gameId ?? '';
const none = () => null;

const HANDLERS: { readonly [K in IntentKind]: Handler<K> } = {
  deposit: {
    answer: createDeposit.answer,
    send: ({ callAsPlayer }, call, { userId }, body) => callAsPlayer(createDeposit, () => ({ ...call, params: { userId }, body })),
    deviceCheck: ({ amount }) => ({ is: 'deposit', amount }),
    read: readerOf('deposit', none),
  },
  withdrawal: {
    answer: createWithdrawal.answer,
    send: ({ callAsPlayer }, call, { userId }, body) => callAsPlayer(createWithdrawal, () => ({ ...call, params: { userId }, body })),
    deviceCheck: none,
    read: readerOf('withdrawal', none),
  },
  round: {
    answer: playRound.answer,
    send: ({ callAsPlayer }, call, { userId, gameId }, { rules: _, ...body }) =>
      callAsPlayer(playRound, () => ({ ...call, params: { userId, gameId }, body })),
    deviceCheck: ({ stake }) => ({ is: 'stake', amount: stake }),
    read: readerOf('round', subjectIdOf),
  },
  action: {
    answer: playAction.answer,
    send: ({ callAsPlayer }, call, { userId }, { roundId, action, step, seeds }) =>
      callAsPlayer(playAction, () => ({ ...call, params: { userId, roundId }, body: { action, step, ...(seeds !== undefined && { seeds }) } })),
    // An open round may always be finished; what adds to its stake is a stake.
    deviceCheck: ({ stake = 0 }) => (stake > 0 ? { is: 'stake', amount: stake } : null),
    read: readerOf('action', subjectIdOf),
  },
  claim: {
    answer: claimPromotion.answer,
    send: ({ callAsPlayer }, call, { userId }, { promotionId, version }) =>
      callAsPlayer(claimPromotion, () => ({ ...call, params: { userId, promotionId }, body: { version } })),
    // A claim stakes nothing, and pays nothing in.
    deviceCheck: () => ({ is: 'break-only' }),
    read: readerOf('claim', subjectIdOf),
  },
  forfeit: {
    answer: forfeitBonus.answer,
    send: ({ callAsPlayer }, call, { userId, gameId: walletId }, body) =>
      callAsPlayer(forfeitBonus, () => ({ ...call, params: { userId, walletId }, body })),
    deviceCheck: none,
    read: readerOf('forfeit', subjectIdOf),
  },
  choice: {
    answer: chooseForDeposit.answer,
    send: ({ callAsPlayer }, call, { userId, gameId: depositId }, { choice }) =>
      callAsPlayer(chooseForDeposit, () => ({ ...call, params: { userId, depositId }, body: { choice } })),
    // Crediting a held deposit pays in; sending it back is always open.
    deviceCheck: ({ choice, amount = 0 }) => (choice === 'send-back' ? null : { is: 'deposit', amount }),
    read: readerOf('choice', subjectIdOf),
  },
};

function readerOf<K extends IntentKind>(kind: K, idOf: (record: IntentRecord) => IntentShapes[K]['gameId']) {
  return (record: IntentRecord): IntentOf<K> => ({
    ...record,
    kind,
    gameId: idOf(record),
    body: fitOrNull<Body<K>>(INTENT_BODIES[kind], record.body),
    answer: readAnswer(kind, record.answer),
  });
}

/** Reads the platform's stored answer to an intent of that kind; null where it does not fit what this page knows. */
export function readAnswer<K extends IntentKind>(kind: K, answer: unknown): Answer<K> | null {
  return answer === null ? null : fitOrNull<Answer<K>>(HANDLERS[kind].answer, answer);
}

/** Parses a stored intent. No other place does, so all other code can rely on the types. */
export function readIntent(record: IntentRecord): Intent {
  return HANDLERS[record.kind].read(record);
}

/**
 * Sends the intent once, with its key. Where its body can't be read the result is `canceled`, because we send nothing that we
 * don't understand.
 */
export function sendIntent<K extends IntentKind>(calls: Calls, intent: IntentOf<K>): Promise<Result<Answer<K>>> {
  const { key, kind, body } = intent;
  if (body === null) return Promise.resolve(failure('canceled'));
  return HANDLERS[kind].send(calls, { key, deadlineMs: MONEY_DEADLINE_MS }, intent, body);
}

/** See `Handler.deviceCheck`. */
export function deviceCheckOf<K extends IntentKind>({ kind, body }: IntentOf<K>): DeviceCheck | null {
  return body === null ? null : HANDLERS[kind].deviceCheck(body);
}
