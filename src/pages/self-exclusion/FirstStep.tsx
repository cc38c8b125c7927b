import { useNavigate } from 'react-router-dom';
import { safeNext } from '../../core/safe-next';
import { Card } from '../../ui/States';
import { FirstLimits } from '../shared/protection/FirstLimits';
import { words as first } from '../shared/protection/words';

/** Offers limits after an account was opened. The player can skip it. */
export function FirstStep({ next }: { next: string | null }) {
  const navigate = useNavigate();
  return (
    <div className="form-page">
      <header className="stack">
        <h1 tabIndex={-1}>{first.offerTitle}</h1>
        <p className="quiet">{first.offerText}</p>
      </header>
      <Card><FirstLimits onDone={() => void navigate(safeNext(next), { replace: true })} /></Card>
    </div>
  );
}
