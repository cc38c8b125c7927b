import { loadRules } from '../../../bridge/actions/risk';
import type { RiskRuleState } from '../../../core/contract/risk';
import { errorWords } from '../../../core/error-words';
import { dateTime } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Notice, Pill } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { nairaText } from '../desk/amount-text';
import { Freshness, ListMissing } from '../desk/ListParts';
import { Fact } from './CaseFacts';
import { factName, ruleName } from './texts';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

/** The rules with their thresholds, when each ran last, and how often it fired. */
export function RulesList() {
  const { data, savedAt, error, reload } = useSnapshot(nothingStored, loadRules);
  const isOffline = useIsOffline();
  if (data === null) return <ListMissing error={error} offlineText={words.rulesOffline} onReload={reload} />;
  return (
    <div className="stack">
      <div className="row spread">
        <p className="quiet">{words.rulesIntro}</p>
        <Freshness at={savedAt ?? 0} isOld={isOffline || error !== null} onReload={reload} />
      </div>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {(['harm', 'laundering'] as const).map((kind) => (
        <section key={kind} className="stack" aria-labelledby={`rules-${kind}`}>
          <h2 id={`rules-${kind}`}>{words.kindTitles[kind]}</h2>
          <ul className="cards risk-rules">{data.items.filter((rule) => rule.kind === kind).map((rule) => <RuleCard key={rule.rule} rule={rule} />)}</ul>
        </section>
      ))}
    </div>
  );
}

function RuleCard({ rule: { rule, version, level, holds, isOn, thresholds, lastRun, fires } }: { rule: RiskRuleState }) {
  return (
    <li className="card stack">
      <div className="row spread">
        <h3>{ruleName(rule)}</h3>
        <span className="row">
          {isOn ? null : <Pill kind="warning">{words.off}</Pill>}
          {holds ? <Pill kind="info">{words.holdsPayouts}</Pill> : null}
          {level === null ? null : <Pill>{words.level(level)}</Pill>}
        </span>
      </div>
      <dl className="approval-facts">
        {thresholds.map(({ name, value, isChanged }) => (
          <Fact key={name} label={isChanged ? `${factName(name)} (${words.changed})` : factName(name)}>{/naira/i.test(name) ? nairaText(value) : value.toLocaleString('en-NG')}</Fact>
        ))}
      </dl>
      <p className="quiet small">
        {words.fires(fires)} · {words.lastRun}: {lastRun === null ? words.never : dateTime(Date.parse(lastRun))} · {words.version(version)}
      </p>
    </li>
  );
}
