import { Link } from 'react-router-dom';
import { loadDetails } from '../../bridge/figures/use-details';
import { useApp, useCan, useSession } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { EmptyState, Notice, Skeleton } from '../../ui/States';
import { Consents } from '../shared/consents/Consents';
import { DetailsForm } from './DetailsForm';
import { EmailSection } from './email/EmailSection';
import { useOwnDetails } from './use-own-details';
import { words } from './words';
import './edit-profile.css';

function MyDetails() {
  const own = useOwnDetails();
  const userId = useSession((session) => session.userId);
  const isMemory = useApp((app) => app.storage === 'memory');
  const { base, edited, savedAt, live, error } = own;
  if (base === null || edited === null) {
    if (error === null) return <><p className="unseen" role="status">{words.loading}</p><Skeleton lines={6} className="hold" /></>;
    return (
      <EmptyState title={words.unknownTitle} action={<Button variant="secondary" onClick={() => void loadDetails()}>{words.tryAgain}</Button>}>
        {isMemory ? words.unknownMemory : words.unknown}
      </EmptyState>
    );
  }
  return (
    <>
      {savedAt === null || live ? null : <p key="age" className="quiet small details-age">{words.age} <Age at={savedAt} /></p>}
      <DetailsForm key={userId} userId={userId} own={own} base={base} details={edited} />
    </>
  );
}

/** Names, phone, address and consents of the player; everything on it works offline and is sent later. */
export default function EditProfilePage() {
  const isAble = useCan('details');
  return (
    <div className="form-page edit-profile">
      <header className="stack">
        <p><Link className="text-link" to="/profile">{words.back}</Link></p>
        <h1 tabIndex={-1}>{words.title}</h1>
      </header>
      {isAble ? <MyDetails /> : <Notice>{words.notHere}</Notice>}
      <EmailSection />
      <Consents />
    </div>
  );
}
