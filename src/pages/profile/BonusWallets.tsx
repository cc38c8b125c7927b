import type { BonusWalletItem } from '../../core/contract/player';
import { formatMoney, roundToKobo } from '../../core/money';
import { useConnection, useFigures } from '../../state/use';
import { Pill, Skeleton } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { words } from '../shared/profile/words';

function money(amount: number | null | undefined, currency: string | null | undefined): string | null {
  const kobo = roundToKobo(amount);
  return kobo === null ? null : formatMoney(kobo, currency ?? null);
}

function Wallet({ wallet }: { wallet: BonusWalletItem }) {
  const { currency } = wallet;
  const granted = money(wallet.extension?.grantedPlayerCurrencyAmount, currency);
  const required = money(wallet.totalWR, currency);
  const wagering = wallet.totalWR === 0 ? words.noWagering : required && words.wagering(required);
  const isActive = wallet.status === 'active';
  return (
    <li className="wallet">
      <span className="wallet-name">{wallet.name || wallet.walletId}</span>
      <Amount amount={wallet.currentAmount} currency={currency} />
      <span className="quiet small">
        {[granted && words.bonusOf(granted), wagering].filter(Boolean).join(' · ')}
      </span>
      <Pill kind={isActive ? 'success' : 'quiet'}>{words.status(wallet.status)}</Pill>
    </li>
  );
}

/** All bonus wallets with their requirements. Only active ones count toward the bonus amount. */
export function BonusWallets() {
  const wallets = useFigures((figures) => figures.wallets);
  const source = useFigures((figures) => figures.bonusWallet.source);
  const isReached = useConnection(({ reach }) => reach !== 'offline' && reach !== 'portal');
  return (
    <section className="stack" aria-labelledby="my-bonuses">
      <h2 id="my-bonuses">{words.bonusTitle}</h2>
      {source === 'unread' ? <p className="quiet">{words.bonusUnread}</p> : null}
      {wallets === null && source === 'unknown' ? (
        <>
          <p className={isReached ? 'unseen' : 'quiet'}>{words.bonusUnknown}</p>
          {isReached ? <Skeleton lines={1} /> : null}
        </>
      ) : null}
      {wallets?.length === 0 ? <p className="quiet">{words.bonusEmpty}</p> : null}
      {wallets === null || wallets.length === 0 ? null : (
        <ul className="wallets">{wallets.map((wallet) => <Wallet key={wallet.walletId} wallet={wallet} />)}</ul>
      )}
    </section>
  );
}
