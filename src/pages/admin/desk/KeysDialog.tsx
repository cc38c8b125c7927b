import { Dialog } from '../../../ui/Dialog';
import { words as deskWords } from './words';

const words = deskWords.keys;

/** The list of keys. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={words.title} closeLabel={words.close} onClose={onClose}>
      <dl className="desk-keys">
        {words.rows.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
