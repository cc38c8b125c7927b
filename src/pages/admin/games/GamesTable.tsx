import type { AdminGame } from '../../../core/contract/admin';
import { kobo, nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { percentCut, percentPlain } from '../../../games/facts';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { Pill } from '../../../ui/States';
import { words } from './words';

const inKobo = (naira: number): Kobo => nairaToKobo(naira) ?? kobo(0);

function Observed({ game }: { game: AdminGame }) {
  const { rounds, staked, won } = game.observed;
  if (rounds === 0) return <>{words.noRounds}</>;
  return <>{staked > 0 ? percentCut(won / staked) : '–'}, {words.rounds(rounds)}</>;
}

interface Props {
  games: readonly AdminGame[];
  onEdit: (game: AdminGame) => void;
  onToggle: (game: AdminGame) => void;
}

/** Every game on a row of its own; on a phone each row becomes a card. */
export function GamesTable({ games, onEdit, onToggle }: Props) {
  return (
    <table className="admin-games">
      <thead>
        <tr>
          <th scope="col">{words.game}</th>
          <th scope="col">{words.rtp}</th>
          <th scope="col">{words.observed}</th>
          <th scope="col">{words.stakes}</th>
          <th scope="col">{words.counts}</th>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.state}</th>
          <th scope="col"><span className="unseen">{words.edit}</span></th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <tr key={game.gameId} data-off={game.enabled ? undefined : ''}>
            <th scope="row">
              {game.name}
              <span className="quiet small admin-tags">{[game.gameId, game.kind, ...game.categories].join(' · ')}</span>
            </th>
            <td data-label={words.rtp} className="figures">{percentCut(game.rtp)}</td>
            <td data-label={words.observed} className="figures"><Observed game={game} /></td>
            <td data-label={words.stakes} className="figures">
              <span><Money amount={inKobo(game.minStake)} whole /> – <Money amount={inKobo(game.maxStake)} whole /></span>
            </td>
            <td data-label={words.counts} className="figures">{percentPlain(game.contribution)}</td>
            <td data-label={words.place} className="figures">{game.position}</td>
            <td data-label={words.state}>
              <Pill kind={game.enabled ? 'success' : 'warning'}>{game.enabled ? words.on : words.off}</Pill>
            </td>
            <td className="admin-actions">
              <Button
                variant="secondary"
                role="switch"
                aria-checked={game.enabled}
                aria-label={game.enabled ? words.disable(game.name) : words.enable(game.name)}
                onClick={() => onToggle(game)}
              >
                {game.enabled ? words.on : words.off}
              </Button>
              <Button variant="secondary" aria-label={words.editTitle(game.name)} onClick={() => onEdit(game)}>{words.edit}</Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
