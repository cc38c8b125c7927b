import { useSession } from '../../../state/use';
import { Notice } from '../../../ui/States';
import { EmailCheck } from './EmailCheck';
import { gateWords } from './words';
import { ResendMail } from './ResendMail';

const words = gateWords.email;

/** Asks for the confirmation of the e-mail before anything is typed. `onChecked` is called when the account has been loaded again. */
export function EmailNeeded({ onChecked }: { onChecked?: () => void }) {
  const email = useSession((session) => session.email);
  return (
    <Notice kind="warning" title={words.title}>
      <p>{words.text(email ?? '')}</p>
      <EmailCheck onChecked={onChecked} />
      <ResendMail />
    </Notice>
  );
}
