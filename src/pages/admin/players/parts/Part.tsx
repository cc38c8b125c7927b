import type { PlayerPart } from '../../../../core/contract/desk-players';
import { words } from '../words';
import { BonusItem } from './BonusItem';
import { DepositItem } from './DepositItem';
import { EntryItem } from './EntryItem';
import { Flags } from './Flags';
import { Notes } from './Notes';
import { PartList } from './PartList';
import { PayoutItem } from './PayoutItem';
import { Protection } from './Protection';
import { RoundItem } from './RoundItem';
import { Sessions } from './Sessions';
import { ThreadItem } from './ThreadItem';

/** One part of a player's page; each loads by itself. */
export function Part({ part, playerId }: { part: PlayerPart; playerId: string }) {
  return (
    <section className="stack" aria-label={words.parts[part]}>
      <Content part={part} playerId={playerId} />
    </section>
  );
}

function Content({ part, playerId }: { part: PlayerPart; playerId: string }) {
  switch (part) {
    case 'entries': return <PartList part={part} playerId={playerId} draw={(entry) => <EntryItem key={entry.entryId} entry={entry} />} />;
    case 'deposits': return <PartList part={part} playerId={playerId} draw={(deposit) => <DepositItem key={deposit.depositId} deposit={deposit} />} />;
    case 'payouts': return <PartList part={part} playerId={playerId} draw={(payout) => <PayoutItem key={payout.withdrawalId} payout={payout} />} />;
    case 'rounds': return <PartList part={part} playerId={playerId} draw={(round) => <RoundItem key={round.roundId} round={round} playerId={playerId} />} />;
    case 'bonuses': return <PartList part={part} playerId={playerId} draw={(bonus) => <BonusItem key={bonus.walletId} bonus={bonus} />} />;
    case 'threads': return <PartList part={part} playerId={playerId} draw={(thread) => <ThreadItem key={thread.threadId} thread={thread} />} />;
    case 'flags': return <Flags playerId={playerId} />;
    case 'notes': return <Notes playerId={playerId} />;
    case 'protection': return <Protection playerId={playerId} />;
    case 'sessions': return <Sessions playerId={playerId} />;
  }
}
