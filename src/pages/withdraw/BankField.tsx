import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { banks, mainBanks } from '../../core/banks/banks';
import type { Bank } from '../../core/banks/banks';
import { TextField } from '../../ui/Field';
import { bankGroups, stepTo } from './account-input';
import { accountWords } from './account-words';

interface Props {
  bank: Bank | null;
  error: string | undefined;
  onChoose: (bank: Bank | null) => void;
}

interface ListProps {
  id: string;
  groups: ReturnType<typeof bankGroups>;
  active: Bank | undefined;
  selected: Bank | null;
  onChoose: (bank: Bank) => void;
}

const optionId = (listId: string, bank: Bank): string => `${listId}-${bank.id}`;

function BankList({ id, groups, active, selected, onChoose }: ListProps) {
  return (
    <div
      className="bank-list"
      id={id}
      role="listbox"
      aria-label={accountWords.bank}
      tabIndex={-1}
      // Pressing an option must not take the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, banks: rows }) => (
        <div key={title} role="group" aria-label={title === '' ? accountWords.bank : title}>
          {title === '' ? null : <p className="bank-kind quiet small" aria-hidden="true">{title}</p>}
          {rows.map((bank) => (
            <div
              key={bank.id}
              id={optionId(id, bank)}
              role="option"
              aria-selected={bank === selected}
              data-active={bank === active || undefined}
              // The option that the arrow keys chose scrolls into view.
              ref={bank === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              onClick={() => onChoose(bank)}
            >
              {bank.name}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Chooses one of 253 banks: the common ones are shown at once, all others by typing. The focus stays in the field. */
export function BankField({ bank, error, onChoose }: Props) {
  const listId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const query = typed ?? '';
  // The list follows each key at once, because Enter chooses the option that is shown.
  const groups = useMemo(() => bankGroups(query), [query]);
  const listedBanks = useMemo(() => groups.flatMap((group) => group.banks), [groups]);
  const activeBank = isOpen ? listedBanks[active] : undefined;

  function choose(choice: Bank): void {
    setTyped(null);
    setOpen(false);
    setActive(-1);
    onChoose(choice);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive(isOpen ? stepTo(active, listedBanks.length, event.key === 'ArrowDown' ? 1 : -1) : 0);
      setOpen(true);
    } else if (event.key === 'Enter' && activeBank !== undefined) {
      event.preventDefault();
      choose(activeBank);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div
      className="bank-field"
      ref={field}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && field.current?.contains(relatedTarget))) setOpen(false);
      }}
    >
      <TextField
        name="bankCode"
        label={accountWords.bank}
        hint={accountWords.bankHint}
        error={error}
        value={typed ?? bank?.name ?? ''}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeBank === undefined ? undefined : optionId(listId, activeBank)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(event.target.value.trim() === '' ? -1 : 0);
          if (bank !== null) onChoose(null);
        }}
      />
      {isOpen && listedBanks.length > 0 ? (
        <BankList id={listId} groups={groups} active={activeBank} selected={bank} onChoose={choose} />
      ) : null}
      {isOpen && query === '' ? <p className="quiet small">{accountWords.bankMore(banks.length - mainBanks.length)}</p> : null}
      <p className={isOpen && listedBanks.length === 0 ? 'quiet small' : 'unseen'} role="status">
        {isOpen && query !== '' ? accountWords.bankFound(listedBanks.length) : ''}
      </p>
    </div>
  );
}
