import { Link } from 'react-router-dom';
import { useFigures, useSession } from '../../state/use';
import { Notice } from '../../ui/States';
import { Consents } from '../shared/consents/Consents';
import { WaitingList } from '../shared/outbox/WaitingList';
import { HeaderProfile } from '../shared/profile/HeaderProfile';
import { words } from '../shared/profile/words';
import { ResendMail } from '../shared/gates/ResendMail';
import { SecondAccount } from '../shared/gates/SecondAccount';
import { CloseAccount } from './account/CloseAccount';
import { MyData } from './account/MyData';
import { BonusWallets } from './BonusWallets';
import { DataAndStorage } from './storage/DataAndStorage';
import { ThisDevice } from './ThisDevice';
import './profile.css';

/** Asks a player whose e-mail is not confirmed to open the link, and offers another mail. */
function EmailNotice() {
  const email = useSession((session) => session.email);
  const isOpen = useFigures((figures) => figures.accountData?.emailActivated === false);
  if (!isOpen) return null;
  return (
    <Notice kind="warning" title={words.emailTitle}>
      <p>{words.emailText(email ?? '')}</p>
      <ResendMail />
      <p><Link to="/help#confirm-email">{words.emailMore}</Link></p>
    </Notice>
  );
}

/** The player's page: name, money, bonuses, this session, consents and what the platform and the device keep. */
export default function ProfilePage() {
  return (
    <div className="profile">
      <HeaderProfile beside={<><BonusWallets /><ThisDevice /></>}>
        <EmailNotice />
        <SecondAccount />
        <WaitingList />
      </HeaderProfile>
      <Consents />
      <MyData />
      <CloseAccount />
      {/* This section grows when its figures are counted, so it stands last and pushes nothing away from under a finger. */}
      <DataAndStorage />
    </div>
  );
}
