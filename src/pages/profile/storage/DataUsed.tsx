import type { DataUsed as Used } from '../../../bridge/platform/data-used';
import { bytesWords } from '../../../core/time';
import { words } from './words';

/** The downloaded bytes, with what the count includes. */
export function DataUsed({ used }: { used: Used }) {
  return (
    <div className="stack data-used">
      <h3>{words.used}</h3>
      <dl className="kept">
        <div><dt>{words.usedPage}</dt><dd className="figures">{bytesWords(used.page)}</dd></div>
        <div>
          <dt>{words.usedBackground}</dt>
          <dd className="figures">{used.background === null ? words.usedUnknown : bytesWords(used.background)}</dd>
        </div>
      </dl>
      <p className="quiet small">{words.usedHow}</p>
    </div>
  );
}
