import { useEffect, useState } from 'react';
import { storedAdminGames } from '../../../bridge/actions/admin';
import { AuditList } from './AuditList';
import type { GameNames } from './changes';
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

/** The audit trail as a whole. */
export default function AuditTab() {
  return (
    <div className="stack">
      <p className="quiet small">{words.intro}</p>
      <AuditList names={useGameNames()} noneText={words.none} />
    </div>
  );
}
