import { useSearchParams } from 'react-router-dom';
import { PLAYER_PARTS } from '../../../core/contract/desk-players';
import '../../shared/history/history.css';
import './players.css';
import { openPlayerOf } from './address';
import { PlayerPage } from './PlayerPage';
import { SearchView } from './SearchView';
import { useSearch } from './use-search';

/** The players tab: a search, and one player's page, whose address is the tab's own. */
export default function PlayersTab() {
  const [params] = useSearchParams();
  const search = useSearch();
  const open = openPlayerOf(params, PLAYER_PARTS);
  return open === null ? <SearchView search={search} /> : <PlayerPage key={open.playerId} playerId={open.playerId} wanted={open.part} />;
}
