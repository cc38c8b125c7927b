import type { AdminIdentityPair } from '../../../bridge/actions/lookalikes';
import { errorWords } from '../../../core/error-words';
import { dateTime, shortDate } from '../../../core/time';
import { ownForm } from '../../../state/form-input';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { FormShell } from '../../shared/form/FormShell';
import { useForm } from '../../shared/form/use-form';
import type { SnapshotState } from '../../shared/answers/use-snapshot';
import { Fact, Proposal } from './Proposal';
import type { Decisions } from './use-decisions';
import type { DecisionRequest } from './decision-request';
import { words } from './words';

const timeOf = (stamp: string | null): string | null => (stamp === null ? null : dateTime(Date.parse(stamp)));

interface Props {
  pairs: SnapshotState<{ readonly items: readonly AdminIdentityPair[] }>;
  /** The player whose pairs are shown; empty: only the proposed ones. */
  name: string;
  onFind: (name: string) => void;
  decisions: Decisions;
}

/**
 * Decides to whom an identity belongs where several accounts have shown it; the pairs are found by the account that wrote to the
 * team.
 */
export function IdentitySection({ pairs: { data, error }, name, onFind, decisions }: Props) {
  const userId = useSession((session) => session.userId);
  const form = useForm({ name: ownForm('identity pairs', userId), initial: { name } });
  const items = data?.items ?? [];
  return (
    <section className="stack" aria-labelledby="identities">
      <h2 id="identities">{words.identityTitle}</h2>
      <p className="quiet">{words.identityIntro}</p>
      <FormShell attach={form.attach} onSubmit={() => onFind(form.values.name.trim())}>
        <TextField {...form.text('name')} label={words.find} hint={words.findHint} maxLength={254} autoComplete="off" autoCapitalize="none" spellCheck={false} enterKeyHint="search" />
        <div className="row"><Button type="submit" variant="secondary">{words.findYes}</Button></div>
      </FormShell>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      <div role="status">{data !== null && name !== '' && items.length === 0 ? <p>{words.foundNone(name)}</p> : null}</div>
      {items.map((item) => <IdentityCard key={`${item.player.userId} ${item.holder.userId}`} item={item} decisions={decisions} />)}
    </section>
  );
}

function IdentityCard({ item: { player, holder, stands, since, shared, proposal }, decisions }: { item: AdminIdentityPair; decisions: Decisions }) {
  const day = (instant: string): string => shortDate(Date.parse(instant));
  const request: DecisionRequest = { what: 'identity', two: { playerId: player.userId, otherId: holder.userId }, player: player.username, other: holder.username };
  return (
    <article className="card stack" data-row="" tabIndex={-1} aria-label={words.pairOf(player.username, holder.username)}>
      <h3>{player.username}</h3>
      <dl className="lookalike-facts">
        <Fact label={words.name}>{player.name}</Fact>
        <Fact label={words.opened}>{day(player.memberSince)}</Fact>
        <Fact label={words.gaveNin}>{day(since)}; {words.stands[stands]}</Fact>
        <Fact label={words.holder}><strong>{holder.username}</strong>, {holder.name}{holder.isClosed ? `, ${words.isClosed}` : ''}</Fact>
        <Fact label={words.otherOpened}>{day(holder.memberSince)}</Fact>
        <Fact label={words.otherAsked}>
          {holder.barred === null ? words.noRestriction : <strong>{words.restriction(timeOf(holder.barred.until))}</strong>}
          {', '}{holder.hasLimits ? words.hasLimits : words.noLimits}
        </Fact>
        <Fact label={words.shares}>
          {shared.length === 0 ? words.sharesNothing : null}
          {shared.map(({ kind, since: seenSince }) => <span key={kind} className="lookalike-shared">{words.since(words.kinds[kind], day(seenSince))}</span>)}
        </Fact>
      </dl>
      <Proposal request={request} proposal={proposal} decisions={decisions} />
    </article>
  );
}
