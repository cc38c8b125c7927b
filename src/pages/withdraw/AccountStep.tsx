import { useState } from 'react';
import { removeBankAccount } from '../../bridge/actions/withdrawals';
import type { BankAccount } from '../../core/contract/withdrawals';
import { notify } from '../../state/notifications';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/more-icons';
import { Notice, Skeleton } from '../../ui/States';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { useIsVerified } from '../shared/gates/IdentityStep';
import type { LoadedAnswer } from '../shared/answers/use-loaded';
import { accountWords } from './account-words';
import { maskedAccount } from './masked-account';
import { NewAccount } from './NewAccount';

const UNREACHED = { notSent: accountWords.lookUpNotSent, unknown: accountWords.lookUpUnknown };

function RemoveAccount({ account, onRemoved, onClose }: { account: BankAccount; onRemoved: () => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    const result = await removeBankAccount(account.bankAccountId);
    setBusy(false);
    // The account is gone already, which is what the player wanted.
    if (result.ok || result.error.problem?.code === 'not-found') {
      notify({ kind: 'success', text: accountWords.removed });
      onRemoved();
    } else setMessage(formFailure(result.error, [], UNREACHED, isDeviceOffline()).message);
  }

  return (
    <Dialog open title={accountWords.removeTitle} closeLabel={accountWords.keep} onClose={onClose}>
      <p><strong>{maskedAccount(account)}</strong>, {account.accountName}</p>
      <p>{accountWords.removeText}</p>
      {message === null ? null : <ErrorNotice kind="danger" live>{message}</ErrorNotice>}
      <div className="row">
        <Button variant="danger" busy={busy} busyLabel={accountWords.removing} onClick={() => void remove()}>{accountWords.removeYes}</Button>
        <Button variant="ghost" onClick={onClose}>{accountWords.keep}</Button>
      </div>
    </Dialog>
  );
}

interface Props {
  accounts: LoadedAnswer<readonly BankAccount[]>;
  /** The simulator's page of the bank, where no real money moves. */
  bankUrl: string | undefined;
  /** No account can be added before the first deposit. */
  needsDeposit: boolean;
  onChosen: (account: BankAccount) => void;
}

/** The accounts that the platform keeps. Pressing one chooses it and continues. */
function SavedAccounts({ accounts, items, onChosen }: Omit<Props, 'bankUrl' | 'needsDeposit'> & { items: readonly BankAccount[] }) {
  const [accountToRemove, setAccountToRemove] = useState<BankAccount | null>(null);
  return (
    <>
      <ul className="accounts" aria-label={accountWords.accounts}>
        {items.map((account) => (
          <li className="account" key={account.bankAccountId}>
            <button type="button" className="account-choose" onClick={() => onChosen(account)}>
              <span className="account-name">{maskedAccount(account)}</span>
              <span className="quiet small">{account.accountName}</span>
              <span className="quiet small">{account.used ? accountWords.usedBefore : accountWords.notUsed}</span>
            </button>
            <button type="button" className="account-remove" aria-label={accountWords.remove(maskedAccount(account))} onClick={() => setAccountToRemove(account)}>
              <Icon name="close" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {accountToRemove === null ? null : (
        <RemoveAccount
          account={accountToRemove}
          onClose={() => setAccountToRemove(null)}
          onRemoved={() => {
            setAccountToRemove(null);
            accounts.set(items.filter((each) => each !== accountToRemove));
          }}
        />
      )}
    </>
  );
}

/** Says why no account can be added yet, and what to do about it. */
function DepositFirst() {
  const isVerified = useIsVerified();
  return (
    <Notice title={accountWords.depositFirst} action={<Link className={buttonClass()} to="/deposit">{accountWords.toDeposit}</Link>}>
      <p>{accountWords.depositFirstText}</p>
      {isVerified ? null : <p className="small">{accountWords.cannotDeposit} <Link to="/nin?next=%2Fwithdraw">{accountWords.depositFirstVerify}</Link>.</p>}
    </Notice>
  );
}

/** The first decision: an account that is kept, or a new one. */
export function AccountStep({ accounts, bankUrl, needsDeposit, onChosen }: Props) {
  const [wantsNew, setWantsNew] = useState(false);
  const { data, error } = accounts;

  function keep(account: BankAccount): void {
    accounts.set([account, ...(data ?? []).filter((each) => each.bankAccountId !== account.bankAccountId)]);
    onChosen(account);
  }

  if (data === null && error === null) return <Skeleton lines={4} className="hold" />;
  if (data !== null && data.length > 0 && !wantsNew) {
    return (
      <>
        <SavedAccounts accounts={accounts} items={data} onChosen={onChosen} />
        <div><Button variant="secondary" onClick={() => setWantsNew(true)}>{accountWords.another}</Button></div>
      </>
    );
  }
  return (
    <>
      {data === null ? (
        <div className="row spread">
          <p className="quiet small">{accountWords.accountsUnknown}</p>
          <Button variant="secondary" onClick={accounts.reload}>{accountWords.again}</Button>
        </div>
      ) : null}
      {data?.length === 0 && !needsDeposit ? <p className="quiet">{accountWords.accountsNone}</p> : null}
      {wantsNew && data !== null && data.length > 0 ? (
        <div><Button variant="ghost" onClick={() => setWantsNew(false)}>{accountWords.backToAccounts}</Button></div>
      ) : null}
      {/* A player who has begun to type keeps the form when the list is loaded after all. */}
      {needsDeposit ? <DepositFirst /> : <div onInput={() => setWantsNew(true)}><NewAccount bankUrl={bankUrl} onSaved={keep} /></div>}
    </>
  );
}
