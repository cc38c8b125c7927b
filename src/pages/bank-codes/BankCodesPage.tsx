import { useDeferredValue, useMemo, useState } from 'react';
import { banks, mainBanks, searchBanks } from '../../core/banks/banks';
import type { Bank } from '../../core/banks/banks';
import { SearchField } from '../../ui/SearchField';
import { EmptyState } from '../../ui/States';
import { words } from './words';
import '../../ui/article.css';
import './bank-codes.css';

function BankTable({ title, rows }: { title: string; rows: readonly Bank[] }) {
  return (
    <table className="banks">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.bank}</th>
          <th scope="col">{words.code}</th>
          <th scope="col">{words.ussd}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, code, ussd }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="figures">{code}</td>
            <td className="figures">
              {ussd === null ? '–' : (
                <a href={`tel:${ussd.replace('#', '%23')}`} aria-label={words.dial(name, ussd)}>{ussd}</a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MainBanks() {
  return (
    <>
      {Object.entries(words.kinds).map(([kind, title]) => (
        <BankTable key={kind} title={title} rows={mainBanks.filter((bank) => bank.kind === kind)} />
      ))}
      <p className="quiet">{words.more(banks.length - mainBanks.length)}</p>
    </>
  );
}

/** The banks with their codes, searchable; whole without a connection. */
export default function BankCodesPage() {
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query.trim());
  const matches = useMemo(() => (deferredQuery === '' ? null : searchBanks(deferredQuery)), [deferredQuery]);
  return (
    <div className="article" data-public>
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <SearchField
        label={words.search}
        value={query}
        onChange={setQuery}
        {...(matches === null ? {} : { resultText: words.found(matches.length) })}
      />
      {matches === null ? <MainBanks /> : null}
      {matches !== null && matches.length > 0 ? <BankTable title={words.found(matches.length)} rows={matches} /> : null}
      {matches !== null && matches.length === 0 ? <EmptyState title={words.none}>{words.noneHint}</EmptyState> : null}
      <p className="quiet small">{words.note}</p>
    </div>
  );
}
