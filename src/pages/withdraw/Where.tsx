import { useState } from 'react';
import { removeBankAccount } from '../../bridge/actions/withdrawals';
import type { BankAccount } from '../../core/contract/withdrawals';
import { notify } from '../../state/notifications';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/more-icons';
import { Skeleton } from '../../ui/States';
import { isDeviceOffline } from '../shared/device-offline';
import { ErrorNotice } from '../shared/ErrorNotice';
import { formFailure } from '../shared/form-failure';
import { NewAccount } from './NewAccount';
import type { Loaded } from '../shared/use-loaded';
import { words } from './words';

const UNREACHED = { notSent: words.lookUpNotSent, unknown: words.lookUpUnknown };

export const maskedAccount = ({ bankName, lastFour }: Pick<BankAccount, 'bankName' | 'lastFour'>): string =>
  words.masked(bankName, lastFour);

function AskToRemove({ account, onGone, onClose }: { account: BankAccount; onGone: () => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    const result = await removeBankAccount(account.bankAccountId);
    setBusy(false);
    // Gone already is what was wanted.
    if (result.ok || result.error.problem?.code === 'not-found') {
      notify({ kind: 'success', text: words.removed });
      onGone();
    } else setMessage(formFailure(result.error, [], UNREACHED, isDeviceOffline()).message);
  }

  return (
    <Dialog open title={words.removeTitle} closeLabel={words.keep} onClose={onClose}>
      <p><strong>{maskedAccount(account)}</strong>, {account.accountName}</p>
      <p>{words.removeText}</p>
      {message === null ? null : <ErrorNotice kind="danger" live>{message}</ErrorNotice>}
      <div className="row">
        <Button variant="danger" busy={busy} busyLabel={words.removing} onClick={() => void remove()}>{words.removeYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.keep}</Button>
      </div>
    </Dialog>
  );
}

interface Props {
  accounts: Loaded<readonly BankAccount[]>;
  /** Of the bank that is played, where no real money moves. */
  bankUrl: string | undefined;
  onChosen: (account: BankAccount) => void;
}

/** The accounts that the platform keeps; a press chooses one and goes on. */
function Saved({ accounts, items, onChosen }: Omit<Props, 'bankUrl'> & { items: readonly BankAccount[] }) {
  const [leaving, setLeaving] = useState<BankAccount | null>(null);
  return (
    <>
      <ul className="accounts" aria-label={words.accounts}>
        {items.map((account) => (
          <li className="account" key={account.bankAccountId}>
            <button type="button" className="account-choose" onClick={() => onChosen(account)}>
              <span className="account-name">{maskedAccount(account)}</span>
              <span className="quiet small">{account.accountName}</span>
              <span className="quiet small">{account.used ? words.usedBefore : words.notUsed}</span>
            </button>
            <button type="button" className="account-remove" aria-label={words.remove(maskedAccount(account))} onClick={() => setLeaving(account)}>
              <Icon name="close" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <AskToRemove
          account={leaving}
          onClose={() => setLeaving(null)}
          onGone={() => {
            setLeaving(null);
            accounts.set(items.filter((each) => each !== leaving));
          }}
        />
      )}
    </>
  );
}

/** The first decision: an account that was kept, or a new one. */
export function Where({ accounts, bankUrl, onChosen }: Props) {
  const [wantsNew, setWantsNew] = useState(false);
  const { data, error } = accounts;

  function keep(account: BankAccount): void {
    accounts.set([account, ...(data ?? []).filter((each) => each.bankAccountId !== account.bankAccountId)]);
    onChosen(account);
  }

  if (data === null && error === null) return <Skeleton lines={4} />;
  if (data !== null && data.length > 0 && !wantsNew) {
    return (
      <>
        <Saved accounts={accounts} items={data} onChosen={onChosen} />
        <div><Button variant="secondary" onClick={() => setWantsNew(true)}>{words.another}</Button></div>
      </>
    );
  }
  return (
    <>
      {data === null ? (
        <div className="row spread">
          <p className="quiet small">{words.accountsUnknown}</p>
          <Button variant="secondary" onClick={accounts.reload}>{words.again}</Button>
        </div>
      ) : null}
      {data?.length === 0 ? <p className="quiet">{words.accountsNone}</p> : null}
      {wantsNew && data !== null && data.length > 0 ? (
        <div><Button variant="ghost" onClick={() => setWantsNew(false)}>{words.backToAccounts}</Button></div>
      ) : null}
      {/* Whoever has begun to type keeps the form when the list comes after all. */}
      <div onInput={() => setWantsNew(true)}><NewAccount bankUrl={bankUrl} onSaved={keep} /></div>
    </>
  );
}
