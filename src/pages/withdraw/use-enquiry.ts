import { useRef, useState } from 'react';
import { addBankAccount, enquireAccount } from '../../bridge/actions/withdrawals';
import type { AccountHolder, AccountPlace } from '../../bridge/actions/withdrawals';
import type { BankAccount } from '../../core/contract/withdrawals';
import type { CallError } from '../../core/errors';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import type { FieldErrors } from '../shared/form/use-form';
import { accountWords } from './account-words';

/** The question to the bank, and the player's confirmation of its answer. */
type Call = { readonly of: 'name' | 'save'; readonly place: AccountPlace };

export type EnquiryPhase =
  | { readonly is: 'idle' }
  | { readonly is: 'busy'; readonly of: Call['of'] }
  | { readonly is: 'found'; readonly place: AccountPlace; readonly holder: AccountHolder }
  | { readonly is: 'password'; readonly call: Call }
  | { readonly is: 'failed'; readonly title: string; readonly text: string; readonly needsSignIn: boolean };

interface EnquiryOptions {
  readonly name: string;
  readonly onFields: (errors: FieldErrors) => void;
  readonly onSaved: (account: BankAccount) => void;
}

const FIELDS = ['bankCode', 'accountNumber'] as const;
const UNREACHED = { notSent: accountWords.lookUpNotSent, unknown: accountWords.lookUpUnknown };

/** Looks up the owner of an account, and stores it with the platform once the player has confirmed. */
export function useEnquiry({ name, onFields, onSaved }: EnquiryOptions) {
  const [phase, setPhase] = useState<EnquiryPhase>({ is: 'idle' });
  /** Counts the questions. An answer to an earlier one, or after the number was changed, is of no use. */
  const lastCall = useRef(0);

  function afterFailure(call: Call, error: CallError): EnquiryPhase {
    const code = error.problem?.code;
    const failure = (title: string, text: string): EnquiryPhase => ({ is: 'failed', title, text, needsSignIn: code === 'binding-missing' });
    if (code === 'password-needed') return { is: 'password', call };
    if (code === 'account-unknown') return failure(accountWords.unknownAccount, accountWords.unknownAccountText);
    if (code === 'name-mismatch') return failure(accountWords.otherName, accountWords.otherNameText(name));
    const { fields, message } = formFailure(error, FIELDS, UNREACHED, isDeviceOffline());
    onFields(fields);
    return message === null ? { is: 'idle' } : failure(accountWords.lookUpFailed, message);
  }

  async function run(call: Call): Promise<void> {
    lastCall.current += 1;
    const ownCall = lastCall.current;
    setPhase({ is: 'busy', of: call.of });
    const result = call.of === 'name' ? await enquireAccount(call.place) : await addBankAccount(call.place);
    if (ownCall !== lastCall.current) return;
    if (!result.ok) setPhase(afterFailure(call, result.error));
    else if ('bankAccountId' in result.data) onSaved(result.data);
    else setPhase({ is: 'found', place: call.place, holder: result.data });
  }

  /** The answer is about other values than the fields have now. */
  function forget(): void {
    lastCall.current += 1;
    setPhase({ is: 'idle' });
  }

  return { phase, run, forget };
}
