import { useEffect, useState } from 'react';
import { storedAdminGames } from '../../../bridge/actions/admin';
import type { AuditFilter } from '../../../core/contract/admin';
import { AuditList } from './AuditList';
import { Chain } from './Chain';
import type { GameNames } from './changes';
import { FilterForm } from './FilterForm';
import { SaveFile } from './SaveFile';
import { words } from './words';

/** The names of games that this device knows; where it knows none, the lines say what the games were called. */
function useGameNames(): GameNames {
  const [names, setNames] = useState<GameNames>(new Map());
  useEffect(() => {
    let isOpen = true;
    void storedAdminGames().then((stored) => {
      if (isOpen && stored) setNames(new Map(stored.data.items.map(({ gameId, name }) => [gameId, name])));
    });
    return () => {
      isOpen = false;
    };
  }, []);
  return names;
}

/** The audit trail as a whole: the state of its chain, the lines that somebody looks for, and a file of them. */
export default function AuditTab() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const names = useGameNames();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="stack">
      <Chain />
      <FilterForm filter={filter} onFilter={setFilter} />
      <div className="row spread">
        <p className="quiet small">{words.intro}</p>
        <SaveFile filter={filter} />
      </div>
      <AuditList filter={filter} names={names} noneText={isFiltered ? words.noneFits : words.none} />
    </div>
  );
}
