import * as page from '../../content/responsible-gambling.md';
import { useCan } from '../../state/use';
import { Article } from '../../ui/Article';
import { Notice } from '../../ui/States';
import { Contacts } from './Contacts';
import { SelfTest } from './SelfTest';
import { Tools } from './Tools';
import { words } from './words';
import '../shared/history/history.css';
import '../shared/promotions/way-tiles.css';
import './responsible-gambling.css';

/** The help comes first, then the facts. */
export default function ResponsibleGamblingPage() {
  const canProtect = useCan('protection');
  return (
    <Article page={page}>
      <section className="stack" aria-labelledby="care-tools">
        <h2 id="care-tools">{words.tools}</h2>
        {canProtect ? null : <Notice><p>{words.byMail}</p></Notice>}
        <Tools names={['limits', 'check', 'pause', 'exclusion', 'paid', 'played', 'withdraw', 'test']} />
      </section>
      <Contacts />
      <SelfTest />
    </Article>
  );
}
