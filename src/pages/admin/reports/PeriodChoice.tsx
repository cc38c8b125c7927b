import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { faultOfPeriod } from '../../../core/reports/period';
import type { PeriodFault, ReportPeriod } from '../../../core/reports/period';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { FormShell } from '../../shared/form/FormShell';
import { addressOfPeriod, CHOICES } from './address';
import type { Choice } from './address';
import { words } from './words';

/** This month, last month, or days that are typed. */
export function PeriodChoice({ choice, period }: { choice: Choice; period: ReportPeriod | null }) {
  return (
    <div className="stack report-screen">
      <nav className="row report-choices" aria-label={words.period}>
        {CHOICES.map((each) => (
          <Link key={each} className="admin-chip" to={addressOfPeriod(each)} state={KEEP_SCROLL} aria-current={each === choice ? 'page' : undefined}>{words.choices[each]}</Link>
        ))}
      </nav>
      {choice === 'custom' ? <Days period={period} /> : null}
    </div>
  );
}

function Days({ period }: { period: ReportPeriod | null }) {
  const navigate = useNavigate();
  const [days, setDays] = useState<ReportPeriod>(period ?? { from: '', to: '' });
  const [fault, setFault] = useState<PeriodFault | null>(null);
  const faultAt = (field: 'from' | 'to'): string | undefined => (fault !== null && (fault === 'to-wrong') === (field === 'to') ? words.faults[fault] : undefined);

  function submit(): void {
    const found = faultOfPeriod(days);
    setFault(found);
    if (found === null) void navigate(addressOfPeriod('custom', days), { state: KEEP_SCROLL });
  }

  return (
    <div className="report-days">
      <FormShell attach={() => undefined} busy={false} onSubmit={submit}>
        <div className="admin-pair">
          <TextField name="from" label={words.from} type="date" value={days.from} error={faultAt('from')} onChange={({ target }) => setDays({ ...days, from: target.value })} />
          <TextField name="to" label={words.to} type="date" value={days.to} error={faultAt('to')} onChange={({ target }) => setDays({ ...days, to: target.value })} />
        </div>
        <div className="row"><Button type="submit" variant="secondary">{words.show}</Button></div>
      </FormShell>
    </div>
  );
}
