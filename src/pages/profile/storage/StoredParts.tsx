import type { PartName, StorageReport } from '../../../bridge/actions/storage-report';
import { tallyText, sizeWords } from './tally-text';
import { words } from './words';

const ORDER: readonly PartName[] = ['app', 'art', 'figures', 'histories', 'receipts', 'unsent', 'money'];

/** Lists the stored data part by part with number, age and size, and the whole as the browser counts it. */
export function StoredParts({ report }: { report: StorageReport }) {
  const { parts, openMoney, usage, quota, at } = report;
  return (
    <dl className="kept">
      {ORDER.map((name) => (
        <div key={name}>
          <dt>
            {words.parts[name]}
            <span className="quiet small">
              {tallyText(name, parts[name], at)}{name === 'money' && openMoney > 0 ? ` · ${words.openMoney(openMoney)}` : ''}
            </span>
          </dt>
          <dd className="figures">{parts[name].count === 0 ? '–' : sizeWords(parts[name].bytes)}</dd>
        </div>
      ))}
      <div className="kept-total">
        <dt>
          {words.total}
          <span className="quiet small">
            {usage === null ? words.totalUnknown : quota === null ? '' : words.totalOf(sizeWords(quota))}
          </span>
        </dt>
        <dd className="figures">{usage === null ? '–' : words.about(sizeWords(usage))}</dd>
      </div>
    </dl>
  );
}
