import { useState } from 'react';
import { readThread } from '../../../bridge/actions/support-team';
import type { AdminThread } from '../../../core/contract/support-team';
import { errorWords } from '../../../core/error-words';

export interface OpenThread {
  /** The thread with its messages; null while nobody has asked to read it. */
  readonly opened: AdminThread | null;
  readonly reading: boolean;
  /** Why the last try failed. */
  readonly failed: string | null;
  readonly read: () => Promise<void>;
  readonly shut: () => void;
}

/** Reads the words of a thread when the admin asks for them, because that is a line in the audit trail. */
export function useThread(threadId: string): OpenThread {
  const [opened, setOpened] = useState<AdminThread | null>(null);
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  async function read(): Promise<void> {
    setReading(true);
    setFailed(null);
    const result = await readThread(threadId);
    setReading(false);
    if (result.ok) setOpened(result.data);
    else if (result.error.code !== 'canceled') setFailed(result.error.problem?.detail ?? result.error.problem?.title ?? errorWords(result.error));
  }

  return { opened, reading, failed, read, shut: () => setOpened(null) };
}
