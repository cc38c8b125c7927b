import type { ConsentReceipt } from '../../../core/contract/consents';
import { dayWords } from '../../../core/time';
import { isKeyOf } from '../../../core/words/is-key-of';
import { useIsOffline } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/States';
import { CONSENT_WORDS } from './consent-words';
import type { Receipts } from './use-receipts';
import { words } from './words';

/** `Given on 3 Nov 2026, wording 2026-11`. */
export function receiptWords({ status, at, wordingVersion, channel }: ConsentReceipt): string {
  // The year is always shown, because this is a proof.
  const day = dayWords(Date.parse(at), 0);
  const what = status === 'Withdrawn' ? words.withdrawn(day) : channel === 'implied' ? words.implied(day) : words.given(day);
  return `${what}${channel === 'sign-up' ? ` ${words.atSignUp}` : ''}, ${words.wording(wordingVersion)}`;
}

function nameOf(tag: string): string {
  return isKeyOf(CONSENT_WORDS, tag) ? CONSENT_WORDS[tag] : tag;
}

function Failed({ list }: { list: Receipts }) {
  const isOffline = useIsOffline();
  return (
    <div className="row">
      <p className="quiet">{isOffline ? words.historyOffline : words.historyFailed}</p>
      {isOffline ? null : <Button variant="ghost" onClick={list.reload}>{words.retry}</Button>}
    </div>
  );
}

function Entries({ list }: { list: Receipts }) {
  const { items, next, error, isLoading, savedAt } = list;
  if (items.length === 0) {
    if (error !== null) return <Failed list={list} />;
    if (isLoading) return <Skeleton lines={3} />;
    if (next === null) return <p className="quiet">{words.historyEmpty}</p>;
  }
  return (
    <>
      {savedAt === null ? null : <p className="quiet small">{words.historyAge} <Age at={savedAt} /></p>}
      <ol className="consent-history">
        {items.map((receipt) => (
          <li key={receipt.receiptId}>
            <span>{nameOf(receipt.tagCode)}</span>
            <span className="quiet small">{receiptWords(receipt)}</span>
          </li>
        ))}
      </ol>
      {next === null ? null : (
        <Button variant="ghost" busy={list.more === 'loading'} onClick={list.showMore}>
          {list.more === 'failed' ? words.retry : words.more}
        </Button>
      )}
    </>
  );
}

/** Choices with their time and wording, closed at first. `list`: the receipts that are shown nowhere else. */
export function History({ list }: { list: Receipts }) {
  return (
    <details className="consent-fold">
      <summary>{words.history}</summary>
      <Entries list={list} />
    </details>
  );
}
