import { useEffect, useEffectEvent, useState } from 'react';
import { answerLimitsOffer, changeProtection, lowerLimitLater, setLimit } from '../../../bridge/actions/protection';
import { LIMIT_KINDS } from '../../../core/protection';
import type { LimitKind } from '../../../core/protection';
import { koboToNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import { errorWords } from '../../../core/error-words';
import { notify } from '../../../state/notifications';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { ErrorNotice } from '../form/ErrorNotice';
import { FormShell } from '../form/FormShell';
import { OfflineNote } from '../form/OfflineNote';
import { useForm } from '../form/use-form';
import { firstLimitsForm, NO_TYPED_LIMITS } from './typed-limits';
import { words } from './words';

interface Props {
  kinds?: readonly LimitKind[];
  /** The form stands beside the page's main form, so its buttons are less prominent. */
  isAside?: boolean;
  /** Counts the deposits that were stopped because a limit is typed and not saved. */
  stops?: number;
  onDone: () => void;
}

/** Sets limits a day at once, for a player without any. No amount is filled in, because the player must choose it. */
export function FirstLimits({ kinds = LIMIT_KINDS, isAside = false, stops = 0, onDone }: Props) {
  const userId = useSession((session) => session.userId);
  const form = useForm({ name: firstLimitsForm(userId), initial: NO_TYPED_LIMITS });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  const askToSave = useEffectEvent(() => form.refuse({ deposit: words.unsaved }));
  useEffect(() => {
    if (stops > 0) askToSave();
  }, [stops]);

  /** Says why a limit was not set. Otherwise the platform has it, or it waits on this device to be sent. */
  async function set(kind: LimitKind, amount: number): Promise<{ readonly why: string } | { readonly isQueued: boolean }> {
    const limit = { kind, period: 'day', amount } as const;
    const result = await setLimit(limit);
    if (result.ok) return { isQueued: false };
    if (result.error.problem !== undefined) return { why: errorWords(result.error) };
    const { outcome } = await lowerLimitLater(limit);
    if (outcome === 'unknown') return { why: words.notKnown };
    return outcome === 'queued' || outcome === 'sent' ? { isQueued: outcome === 'queued' } : { why: words.notSaved };
  }

  async function submit(): Promise<void> {
    setMessage(null);
    const limits = kinds.filter((kind) => form.values[kind].trim() !== '').map((kind) => ({ kind, amount: parseNairaText(form.values[kind]) }));
    const unreadableFields = limits.filter(({ amount }) => typeof amount !== 'number').map(({ kind }) => [kind, words.odd] as const);
    form.refuse(Object.fromEntries(unreadableFields));
    if (unreadableFields.length > 0) return;
    setBusy(true);
    let why: string | null = limits.length === 0 ? words.noneGiven : null;
    let isAnyQueued = false;
    for (const { kind, amount } of limits) {
      if (why !== null || typeof amount !== 'number') continue;
      const outcome = await set(kind, koboToNaira(amount));
      if ('why' in outcome) why = outcome.why;
      else isAnyQueued ||= outcome.isQueued;
    }
    setBusy(false);
    setMessage(why);
    if (why !== null) return;
    notify(isAnyQueued ? { kind: 'info', text: words.appliesHere } : { kind: 'success', text: words.set });
    finish();
  }

  function finish(): void {
    form.fill(NO_TYPED_LIMITS);
    // The question counts as answered on this device, even if the platform does not hear of it now.
    changeProtection((state) => ({ ...state, offered: true }));
    onDone();
  }

  function later(): void {
    void answerLimitsOffer();
    finish();
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {message === null ? null : <ErrorNotice kind="warning" live>{message}</ErrorNotice>}
      {kinds.map((kind) => (
        <TextField
          {...form.text(kind)}
          key={kind}
          label={words.fields[kind][0]}
          {...(words.hint[kind] !== '' && { hint: words.hint[kind] })}
          before={<span aria-hidden="true">₦</span>}
          after={<span className="quiet small">{words.fields[kind][1]}</span>}
          inputMode="decimal"
          autoComplete="off"
          placeholder={words.noLimit}
        />
      ))}
      <p className="quiet small">{words.raiseRule}</p>
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" variant={isAside ? 'secondary' : 'primary'} busy={busy} busyLabel={words.saving}>{words.save}</Button>
        <Button variant={isAside ? 'ghost' : 'secondary'} onClick={later}>{words.notNow}</Button>
      </div>
    </FormShell>
  );
}
