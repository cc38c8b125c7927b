import { useRef, useState } from 'react';
import { sendAnswer, answerKey, closeSupportThread } from '../../../bridge/actions/support-team';
import type { ThreadAnswer } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { deliveryOf } from '../../shared/form/form-failure';
import { words } from './words';

export const nameOf = ({ player, email }: Pick<AdminThread, 'player' | 'email'>): string => player?.name ?? email ?? words.guest;

const lastOf = ({ messages }: AdminThread): string => messages.at(-1)?.messageId ?? '';

/** The text about a failed try; the typed answer stays in any case. */
export function failedWords(error: CallError, deviceOffline: boolean): string {
  if (error.problem?.code === 'conflict') return words.newer;
  const delivery = deliveryOf(error, deviceOffline);
  if (delivery === 'answered') return error.problem?.detail ?? errorWords(error);
  return delivery === 'not-sent' ? words.notSent : words.unknown;
}

export interface AnswerOutcome {
  readonly kind: 'success' | 'warning';
  readonly text: string;
}

interface Options {
  readonly thread: AdminThread;
  /** The platform has it. */
  readonly onDone: (thread: AdminThread, outcome: AnswerOutcome) => void;
  readonly onNewer: () => void;
}

/** Answers and closes one thread, one thing at a time. */
export function useAnswer({ thread, onDone, onNewer }: Options) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  // An answer that is sent again keeps its key, so that it counts once.
  const last = useRef<ThreadAnswer | null>(null);

  async function run(done: string, work: () => ReturnType<typeof sendAnswer>): Promise<boolean> {
    setBusy(true);
    setFailed(null);
    const result = await work();
    setBusy(false);
    if (result.ok) onDone(result.data, { kind: 'success', text: done });
    else if (result.error.code !== 'canceled') {
      setFailed(failedWords(result.error, isDeviceOffline()));
      if (result.error.problem?.code === 'conflict') onNewer();
    }
    return result.ok;
  }

  return {
    busy,
    failed,
    send: (text: string): Promise<boolean> => {
      const { threadId } = thread;
      const before = last.current;
      // The thread may contain the lost answer already, so the answer is sent again exactly as it was.
      const outgoing = before?.text === text && failed === words.unknown ? before : { threadId, text, lastSeen: lastOf(thread), key: answerKey() };
      last.current = outgoing;
      return run(words.sent(nameOf(thread)), () => sendAnswer(outgoing));
    },
    close: () => run(words.closed(nameOf(thread)), () => closeSupportThread(thread.threadId, lastOf(thread))),
  };
}
