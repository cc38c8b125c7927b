import { useEffect, useRef, useState } from 'react';
import { dropFromOutbox, queue } from '../../bridge/actions/outbox';
import type { CallError } from '../../core/errors';
import { applyDetails } from '../../state/details';
import { notify } from '../../state/notifications';
import { useIsOffline } from '../../state/use';
import { delayWords } from '../shared/outbox/delay-words';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import type { FieldErrors } from '../shared/form/use-form';
import { loadDetails } from '../../bridge/figures/use-details';
import type { OwnDetails } from './use-own-details';
import { FIELDS, checkDetails } from './values';
import type { FormValues } from './values';
import { words } from './words';

/** With a connection the answer comes at once. After this time the page says that the change waits. */
const PATIENCE_MS = 8_000;

const UNREACHED = { notSent: words.memoryOnly, unknown: words.unknownOutcome } as const;

interface Saving {
  /** The key of the item that is being sent. */
  readonly key: string;
}

export interface Save {
  readonly isBusy: boolean;
  /** The message that belongs to no field. */
  readonly message: string | null;
  /** True when the change is kept, so that the typed text may go. */
  readonly save: (values: FormValues) => Promise<boolean>;
  /** Takes back the waiting or refused change. */
  readonly drop: () => Promise<void>;
}

/** Saves on the device first, and sends at once with a connection, otherwise with the next one. */
export function useSave({ base, pending }: OwnDetails, refuse: (errors: FieldErrors) => void): Save {
  const isOffline = useIsOffline();
  const [saving, setSaving] = useState<Saving | null>(null);
  const [isLate, setLate] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const notifiedKey = useRef<string | null>(null);
  const itemState = pending?.item.key === saving?.key ? pending?.item.state : undefined;
  // The item has left the outbox and none took its place, so the platform has it.
  const doneKey = saving !== null && pending === null ? saving.key : null;

  useEffect(() => {
    if (doneKey === null || doneKey === notifiedKey.current) return;
    notifiedKey.current = doneKey;
    notify({ kind: 'success', text: words.saved });
  }, [doneKey]);

  useEffect(() => {
    if (saving === null) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [saving]);

  function showError(error: CallError): void {
    const failure = formFailure(error, FIELDS, UNREACHED, isDeviceOffline());
    refuse(failure.fields);
    setMessage(failure.message);
  }

  async function drop(): Promise<void> {
    setSaving(null);
    setMessage(null);
    if (!pending) return;
    // The conflict brought the platform's details, so these are the current ones.
    if (pending.item.state === 'conflict' && base) applyDetails(base, { live: true, savedAt: pending.item.at });
    await dropFromOutbox(pending.item);
  }

  async function save(values: FormValues): Promise<boolean> {
    if (base === null) return false;
    setMessage(null);
    const checked = checkDetails(values, base);
    refuse(checked.ok ? {} : checked.errors);
    if (!checked.ok) return false;
    if (checked.edit === null) {
      await drop();
      setMessage(words.unchanged);
      return true;
    }
    setLate(false);
    const result = await queue('edit-profile', checked.edit);
    if (result.outcome === 'queued') setSaving({ key: result.item.key });
    else if (result.outcome === 'refused' || result.outcome === 'unknown') showError(result.error);
    else if (result.outcome === 'not-taken') setMessage(words.full);
    else {
      notify({ kind: 'success', text: words.saved });
      void loadDetails();
    }
    return result.outcome === 'queued' || result.outcome === 'sent';
  }

  const isHeld = pending !== null && delayWords(pending.item) !== null;
  return { isBusy: itemState === 'waiting' && !isOffline && !isLate && !isHeld, message, save, drop };
}
