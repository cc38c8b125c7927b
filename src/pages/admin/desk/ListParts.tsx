import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Illustration } from '../../../ui/illustrations';
import { EmptyState, Skeleton } from '../../../ui/States';
import { words as adminWords } from './words';

const words = adminWords.list;

interface ReloadProps {
  onReload: () => void;
  /** Where a page has several lists: which one is loaded again. */
  label?: string;
}

const ReloadButton = ({ onReload, label = words.reload }: ReloadProps) => <Button variant="secondary" onClick={onReload}>{label}</Button>;

interface MissingProps extends ReloadProps {
  /** Null = it is still being loaded. */
  error: CallError | null;
  /** Says why this device has no copy. */
  offlineText: string;
}

/** Replaces an admin's list that could not be loaded. */
export function ListMissing({ error, offlineText, ...reload }: MissingProps) {
  if (error === null) return <Skeleton lines={6} />;
  const isUnreached = error.problem === undefined;
  return (
    <EmptyState
      title={isUnreached ? words.offlineTitle : words.failed}
      art={<Illustration name={isUnreached ? 'offline' : 'error'} />}
      action={<ReloadButton {...reload} />}
    >
      {isUnreached ? offlineText : errorWords(error)}
    </EmptyState>
  );
}

/** Says how old the list is, with a button that loads it again. `at`: epoch ms of the last answer. */
export function Freshness({ at, isOld, ...reload }: ReloadProps & { at: number; isOld: boolean }) {
  return (
    <span className="row quiet small">
      {isOld ? <span>{words.old}, <Age at={at} /></span> : words.updated}
      <ReloadButton {...reload} />
    </span>
  );
}
