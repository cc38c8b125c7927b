import { useState } from 'react';
import { actOnPlayer } from '../../../bridge/actions/desk-players';
import type { PlayerActRequest } from '../../../bridge/actions/desk-players';
import { actReason, TEAM_BREAKS } from '../../../core/contract/desk-player-acts';
import { toldReason } from '../../../core/contract/told-reason';
import type { AccountLock } from '../../../core/contract/desk-player-acts';
import { koboToNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../../core/protection';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { SelectField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { TextArea } from '../../shared/support/TextArea';
import { words } from './acts-words';

export type ActChoice =
  | { readonly act: 'lock'; readonly what: AccountLock['what'] }
  | ({ readonly act: 'unlock' } & Pick<AccountLock, 'what' | 'lockId'>)
  | { readonly act: 'sign-out' | 'limit' | 'break' | 'mail' };

interface Props {
  choice: ActChoice;
  playerId: string;
  title: string;
  onDone: () => void;
  onClose: () => void;
}

interface Values {
  readonly reason: string;
  readonly kind: string;
  readonly period: string;
  readonly amount: string;
  readonly length: string;
}

type Checked = { readonly request: PlayerActRequest } | { readonly errors: Readonly<Record<string, string>> };

/** Says whether the player is told the reason. */
const isTold = ({ act }: ActChoice): boolean => act === 'sign-out' || act === 'limit' || act === 'break';

/** Makes the request of what was typed, or says what is wrong with it. */
function checkAct(choice: ActChoice, values: Values): Checked {
  if (choice.act === 'mail') return { request: { act: 'mail' } };
  const parsed = (isTold(choice) ? toldReason : actReason).safeParse(values.reason);
  const errors = parsed.success ? {} : { reason: parsed.error.issues[0]?.message ?? '' };
  const reason = parsed.success ? parsed.data : '';
  if (choice.act === 'limit') {
    const amount = parseNairaText(values.amount);
    if (typeof amount === 'object' || amount <= 0) return { errors: { ...errors, amount: words.amountWrong } };
    if (!parsed.success) return { errors };
    const kind = LIMIT_KINDS.find((each) => each === values.kind) ?? 'deposit';
    const period = LIMIT_PERIODS.find((each) => each === values.period) ?? 'day';
    return { request: { act: 'limit', body: { kind, period, amount: koboToNaira(amount), currency: 'NGN', reason } } };
  }
  if (!parsed.success) return { errors };
  if (choice.act === 'break') return { request: { act: 'break', body: { length: TEAM_BREAKS.find((each) => each === values.length) ?? '24-hours', reason } } };
  if (choice.act === 'lock') return { request: { act: 'lock', body: { what: choice.what, reason } } };
  if (choice.act === 'unlock') return { request: { act: 'unlock', body: { lockId: choice.lockId, reason } } };
  return { request: { act: 'sign-out', body: { reason } } };
}

/** Says what will happen, and asks for the reason. Nothing of it waits for a connection. */
export function ActForm({ choice, playerId, title, onDone, onClose }: Props) {
  const form = useForm({
    name: `${choice.act} of a player`, initial: { reason: '', kind: 'deposit', period: 'day', amount: '', length: '24-hours' },
  });
  const isOffline = useIsOffline();
  const [is, setIs] = useState<'typed' | 'sending' | 'password'>('typed');
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setMessage(null);
    const checked = checkAct(choice, form.values);
    form.refuse('errors' in checked ? checked.errors : {});
    if ('errors' in checked || isOffline) return;
    setIs('sending');
    const result = await actOnPlayer(playerId, checked.request);
    if (result.ok) {
      form.fill({ reason: '', amount: '' });
      onDone();
      return;
    }
    setIs(result.error.problem?.code === 'password-needed' ? 'password' : 'typed');
    if (result.error.problem?.code === 'password-needed') return;
    const failure = formFailure(result.error, ['reason', 'amount'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={is === 'sending'} onSubmit={() => void submit()}>
      <p>{'what' in choice ? words.effects[`${choice.act} ${choice.what}`] : words.effects[choice.act]}</p>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      {choice.act === 'limit' ? (
        <>
          <SelectField label={words.kind} value={form.values.kind} onChange={(event) => form.set('kind', event.target.value)}>
            {LIMIT_KINDS.map((kind) => <option key={kind} value={kind}>{words.kinds[kind]}</option>)}
          </SelectField>
          <SelectField label={words.period} value={form.values.period} onChange={(event) => form.set('period', event.target.value)}>
            {LIMIT_PERIODS.map((period) => <option key={period} value={period}>{words.periods[period]}</option>)}
          </SelectField>
          <TextField {...form.text('amount')} label={words.amount} inputMode="decimal" autoComplete="off" maxLength={14} />
        </>
      ) : null}
      {choice.act === 'break' ? (
        <SelectField label={words.length} value={form.values.length} onChange={(event) => form.set('length', event.target.value)}>
          {TEAM_BREAKS.map((length) => <option key={length} value={length}>{words.lengths[length]}</option>)}
        </SelectField>
      ) : null}
      {choice.act === 'mail' ? null : (
        <TextArea
          name="reason" label={words.reason} hint={isTold(choice) ? words.reasonTold : words.reasonKept} rows={3} maxLength={300} value={form.values.reason}
          error={form.errors['reason']} onText={(reason) => form.fill({ reason })}
        />
      )}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" variant={choice.act === 'lock' ? 'danger' : 'primary'} disabled={isOffline} busy={is === 'sending'} busyLabel={words.busy}>{title}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {is === 'password' ? <PasswordDialog onClose={() => setIs('typed')} onConfirmed={() => void submit()} /> : null}
    </FormShell>
  );
}
