import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { loadPlayersRound } from '../../../../bridge/actions/desk-players';
import type { DeskRound } from '../../../../core/contract/desk-players';
import { dateTime } from '../../../../core/time';
import { Dialog } from '../../../../ui/Dialog';
import { Notice } from '../../../../ui/States';
import { useLoaded } from '../../../shared/answers/use-loaded';
import { Figures, RoundStage } from '../../../shared/replay/RoundStage';
import { ListMissing } from '../../desk/ListParts';
import { words } from '../words';
import { EntryItem } from './EntryItem';

const texts = words.round;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="code">{children}</dd>
    </div>
  );
}

/** The bet as the player's device sent it, for what the game's stage does not show. */
function Bet({ bet, actions }: Pick<DeskRound['round'], 'bet' | 'actions'>) {
  return (
    <>
      {bet === undefined || Object.keys(bet).length === 0 ? null : <Fact label={texts.bet}>{JSON.stringify(bet)}</Fact>}
      {actions === undefined || actions.length === 0 ? null : <Fact label={texts.actions}>{JSON.stringify(actions)}</Fact>}
    </>
  );
}

/** The seeds of a round, and whether its outcome follows from them. */
function Seeds({ round, check }: Pick<DeskRound, 'round' | 'check'>) {
  const { fairness } = round;
  if (fairness === undefined || check === null) return null;
  return (
    <section className="stack" aria-label={texts.seeds}>
      <h3>{texts.seeds}</h3>
      <Notice kind={check.verdict === 'follows' ? 'success' : check.verdict === 'differs' ? 'danger' : 'info'}>{texts.verdicts[check.verdict]}</Notice>
      <dl className="facts">
        <Fact label={texts.serverSeed}>{check.serverSeed ?? texts.inUse}</Fact>
        <Fact label={texts.commit}>{fairness.commit}</Fact>
        <Fact label={texts.clientSeed}>{fairness.clientSeed}</Fact>
        <Fact label={texts.nonce}>{fairness.nonce}</Fact>
        {fairness.rules === undefined ? null : <Fact label={texts.rules}>{fairness.rules}</Fact>}
        <Bet bet={round.bet} actions={round.actions} />
      </dl>
    </section>
  );
}

function Loaded({ data: { round, entries, check } }: { data: DeskRound }) {
  return (
    <>
      <p className="quiet small"><time dateTime={round.at}>{dateTime(Date.parse(round.at))}</time> · <code>{round.roundId}</code></p>
      {round.provider === undefined
        ? <RoundStage round={round} secret={check?.serverSeed ?? null} />
        : <><Notice>{texts.byProvider(round.provider)}</Notice><Figures round={round} /></>}
      <section className="stack" aria-label={texts.entries}>
        <h3>{texts.entries}</h3>
        {entries.length === 0 ? <p className="quiet">{texts.noEntries}</p> : <ul className="cards">{entries.map((entry) => <EntryItem key={entry.entryId} entry={entry} />)}</ul>}
      </section>
      <Seeds round={round} check={check} />
    </>
  );
}

interface Props {
  playerId: string;
  roundId: string;
  name: string;
  onClose: () => void;
}

/** One round of a player as the player saw it, with its entries, its seeds and the check. */
export default function RoundDialog({ playerId, roundId, name, onClose }: Props) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayersRound(playerId, roundId, signal), [playerId, roundId]));
  return (
    <Dialog open title={name} closeLabel={texts.close} onClose={onClose}>
      <div className="stack player-round">
        {data === null ? <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} /> : <Loaded data={data} />}
      </div>
    </Dialog>
  );
}
