import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Checkbox } from '../../../ui/Field';
import { CopyButton } from './CopyButton';
import { words as allWords } from './words';
import './second-factor.css';

const words = allWords.codes;

/** Shows the recovery codes once, and goes on when the admin says that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [isKept, setKept] = useState(false);
  const [isTried, setTried] = useState(false);
  return (
    <div className="stack">
      <ol className="factor-codes" aria-label={words.list}>{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ol>
      <CopyButton text={codes.join('\n')} label={words.copy} done={words.copied} />
      <Checkbox
        label={words.kept} checked={isKept} error={isTried && !isKept ? words.keepFirst : undefined}
        onChange={({ target }) => setKept(target.checked)}
      />
      <Button
        wide
        onClick={() => {
          setTried(true);
          if (isKept) onKept();
        }}
      >
        {words.goOn}
      </Button>
    </div>
  );
}
