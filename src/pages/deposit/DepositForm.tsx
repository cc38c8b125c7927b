import type { DepositRequest } from '../../bridge/actions/cashier';
import { formatNaira, kobo, koboToNaira } from '../../core/money';
import { parseNairaText } from '../../core/naira-text';
import { KINDS_OF_DEPOSIT } from '../../core/protection-view';
import { openSignIn } from '../../state/session';
import { useFigures } from '../../state/use';
import { useReviving } from '../../state/use-reviving';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { FormShell } from '../shared/form/FormShell';
import { IdentityStep } from '../shared/gates/IdentityStep';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useLimitNote } from '../shared/protection/use-limit-note';
import type { Form } from '../shared/form/use-form';
import { amountText, readAmount } from './amount';
import type { Limits } from './amount';
import { spanWords } from './time-left';
import { BonusChoice } from './BonusChoice';
import { bonusTooSmall, promotionOf } from './bonus-offers';
import { BankChoice, MethodChoice, MethodSelect } from './MethodChoice';
import { optionOf } from './options';
import type { DepositValues, MethodOption } from './options';
import { useBonusOffers } from './use-bonus-offers';
import type { StartPhase } from './use-start';
import { words } from './words';

const QUICK = [500_00, 1_000_00, 2_000_00, 5_000_00, 10_000_00, 20_000_00].map(kobo);

interface Props {
  form: Form<DepositValues>;
  options: readonly MethodOption[];
  /** The method that this player paid with last. */
  lastMethod: string | undefined;
  phase: StartPhase;
  start: (request: DepositRequest) => void;
  /** The page is loading its data again, so nothing is sent until that ends. */
  isRechecking: boolean;
  /** Draws amounts and methods in one row, without explanations. */
  isShort: boolean;
  /** Offers a choice among the bonuses that can go with the deposit. */
  picksBonus: boolean;
}

function Quick({ form, limits }: { form: Form<DepositValues>; limits: Limits | null }) {
  const parsedAmount = parseNairaText(form.values.amount);
  const allowedAmounts = QUICK.filter((amount) => limits === null || (amount >= limits.min && amount <= limits.max));
  return (
    <div className="quick" role="group" aria-label={words.quick}>
      {allowedAmounts.map((amount) => (
        <button
          type="button"
          className="chip"
          key={amount}
          aria-pressed={parsedAmount === amount}
          onClick={() => form.set('amount', amountText(amount))}
        >
          {formatNaira(amount, { whole: true })}
        </button>
      ))}
    </div>
  );
}

/** Says above the button what will happen after it is pressed. */
function NextSteps({ option, writtenAmount, bankName }: { option: MethodOption; writtenAmount: string; bankName: string }) {
  const validity = option.lifetimeMs === null ? '' : words.holds(spanWords(option.lifetimeMs));
  const isVerified = useFigures(({ accountData }) => accountData?.verification === 'verified');
  const steps = words.next[option.method]({ amount: writtenAmount === '' ? words.theAmount : writtenAmount, bank: bankName, validity });
  return (
    <section className="next-steps" aria-labelledby="what-next">
      <h2 id="what-next">{words.nextTitle}</h2>
      <ol>
        {[...steps, words.playedOnce, ...(isVerified ? [] : [words.identity])].map((step) => <li key={step}>{step}</li>)}
      </ol>
    </section>
  );
}

function Failed({ phase }: { phase: StartPhase }) {
  if (phase.is !== 'failed') return null;
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>;
  const action = phase.needsSignIn ? signIn : phase.needsIdentity === true ? <IdentityStep next="/deposit" /> : undefined;
  return (
    <ErrorNotice kind={phase.needsIdentity === true ? 'warning' : 'danger'} live title={words.failed} action={action}>
      {phase.text}
    </ErrorNotice>
  );
}

/** Takes one decision after the other: the amount, the method, the next steps, the button. */
export function DepositForm({ form, options, lastMethod, phase, start, isRechecking: isListOld, isShort, picksBonus }: Props) {
  const isReviving = useReviving();
  const isRechecking = isListOld || isReviving;
  const offers = useBonusOffers(picksBonus);
  const option = optionOf(options, form.values.method, lastMethod);
  const parsed = readAmount(form.values.amount, null);
  const limitNote = useLimitNote(KINDS_OF_DEPOSIT, parsed.ok ? parsed.kobo : null);
  if (option === undefined) return null;
  const { limits } = option;
  const amount = readAmount(form.values.amount, limits);
  const writtenAmount = amount.ok ? formatNaira(amount.kobo, { whole: true }) : '';
  const bank = option.banks.find(({ code }) => code === form.values.bankCode);
  const busy = isRechecking || phase.is === 'sending' || phase.is === 'leaving';

  function submit(methodOption: MethodOption): void {
    const needsBank = methodOption.banks.length > 0 && bank === undefined;
    const tooSmall = amount.ok ? bonusTooSmall(offers, form.values.promotion, amount.kobo) : null;
    const amountError = amount.ok ? (limitNote.over ?? tooSmall) : amount.error;
    form.refuse({ ...(amountError !== null && { amount: amountError }), ...(needsBank && { bankCode: words.bankMissing }) });
    if (!amount.ok || amountError !== null || needsBank) return;
    start({
      method: methodOption.method,
      amount: koboToNaira(amount.kobo),
      ...(bank !== undefined && { bankCode: bank.code }),
      ...promotionOf(offers, form.values.promotion),
    });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => submit(option)}>
      <TextField
        {...form.text('amount')}
        className="amount-field"
        label={words.amount}
        hint={
          <>
            {limitNote.text === null ? null : <strong className="amount-left">{limitNote.text}</strong>}
            {limits === null
              ? words.limitsUnknown
              : words.amountLimits(formatNaira(limits.min, { whole: true }), formatNaira(limits.max, { whole: true }))}
          </>
        }
        error={form.text('amount').error ?? limitNote.over ?? undefined}
        before={<span className="amount-sign" aria-hidden="true">₦</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0"
        onBlur={() => amount.ok && form.set('amount', amountText(amount.kobo))}
      />
      {isShort ? (
        <div className="short-row">
          <Quick form={form} limits={limits} />
          <MethodSelect form={form} options={options} selected={option} />
        </div>
      ) : (
        <>
          <Quick form={form} limits={limits} />
          <MethodChoice form={form} options={options} selected={option} amount={parsed.ok ? parsed.kobo : null} />
        </>
      )}
      <BonusChoice form={form} offers={offers} amount={parsed.ok ? parsed.kobo : null} />
      <BankChoice form={form} selected={option} />
      {isShort ? null : <NextSteps option={option} writtenAmount={writtenAmount} bankName={bank?.name ?? words.yourBankLower} />}
      <Failed phase={phase} />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={isRechecking ? words.rechecking : words.sending}>
        {words.submit[option.method](writtenAmount)}
      </Button>
    </FormShell>
  );
}
