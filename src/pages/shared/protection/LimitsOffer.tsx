import { Dialog } from '../../../ui/Dialog';
import { FirstLimits } from './FirstLimits';
import { words } from './words';

/** Asks about limits before the first stake. Closing the dialog is no answer and stakes nothing. */
export function LimitsOffer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={words.offerTitle} closeLabel={words.close} onClose={onClose}>
      <p className="quiet">{words.offerText}</p>
      <FirstLimits onDone={onClose} />
    </Dialog>
  );
}
