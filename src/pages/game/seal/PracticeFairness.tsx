import { revealPracticePair, usePracticeStore } from '../../../games/practice-store';
import { Seeds } from '../../shared/fairness/Seeds';
import { words } from '../words';
import { HowLinks } from './HowLinks';
import { Reveal } from './Reveal';

/** How practice is decided: the secret is drawn on this device, by the same rules. */
export default function PracticeFairness() {
  const pair = usePracticeStore((state) => state.pair);
  return (
    <div className="stack">
      <p>{words.fairnessText}</p>
      <Seeds {...pair} />
      <Reveal
        reveal={() => {
          const pairs = revealPracticePair();
          if (pairs === null) return Promise.resolve(words.revealOpen);
          const { receipts, ...revealed } = pairs;
          return Promise.resolve({ revealed, receipts });
        }}
      />
      <HowLinks />
    </div>
  );
}
