import { useEffect, useState } from 'react';
import { acceptConsent, waitingConsents, withdrawConsent } from '../../bridge/actions/consents';
import type { ConsentTag } from '../../core/contract/player';
import { can } from '../../state/catalogue';
import { useConnection, useHost, useSession } from '../../state/use';
import { Checkbox } from '../../ui/Field';
import { Notice, Skeleton } from '../../ui/States';
import { CONSENT_RIGHT, CONSENT_WORDS } from '../shared/consent-words';
import { consentRows } from './consent-view';
import type { Choices, ConsentRow } from './consent-view';
import { words } from './words';

/** The choices made here; those that wait from an earlier visit are read once. */
function useChoices() {
  const [choices, setChoices] = useState<Choices>({});
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void waitingConsents().then((waiting) => {
      // What was chosen while this was read is newer.
      if (isWanted) setChoices((made) => ({ ...waiting, ...made }));
    });
    return () => {
      isWanted = false;
    };
  }, []);

  async function choose(tag: ConsentTag, given: boolean): Promise<void> {
    setChoices((made) => ({ ...made, [tag]: given ? 'accepted' : 'withdrawn' }));
    const isKept = await (given ? acceptConsent(tag) : withdrawConsent(tag));
    setLost(!isKept);
    if (isKept) return;
    setChoices((made) => Object.fromEntries(Object.entries(made).filter(([each]) => each !== tag)));
  }
  return { choices, isLost, choose };
}

interface SwitchesProps {
  rows: readonly ConsentRow[];
  choose: (tag: ConsentTag, given: boolean) => Promise<void>;
}

function Switches({ rows, choose }: SwitchesProps) {
  const isCut = useConnection(({ reach }) => reach === 'offline' || reach === 'portal');
  return (
    <ul className="consents">
      {rows.map(({ tag, given, isWaiting }) => (
        <li key={tag}>
          <Checkbox
            className="switch"
            role="switch"
            label={CONSENT_WORDS[tag]}
            checked={given}
            hint={isWaiting && isCut ? words.consentWaiting : undefined}
            onChange={(event) => void choose(tag, event.target.checked)}
          />
        </li>
      ))}
    </ul>
  );
}

/** On a platform that can't take a consent back, giving is not offered either: withdrawing must be as easy. */
function ReadOnly({ rows }: { rows: readonly ConsentRow[] }) {
  return (
    <>
      <dl className="consents-read">
        {rows.map(({ tag, given }) => (
          <div key={tag}>
            <dt>{CONSENT_WORDS[tag]}</dt>
            <dd>{given ? words.consentYes : words.consentNo}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{words.consentReadOnly}</p>
    </>
  );
}

/** What the player agreed to, tag by tag; each is given and taken back with one press, offline too. */
export function Consents() {
  const profile = useSession((session) => session.profile);
  const { choices, isLost, choose } = useChoices();
  useHost((host) => host.config);
  const isReached = useConnection(({ reach }) => reach !== 'offline' && reach !== 'portal');
  const rows = profile === null ? null : consentRows(profile.consents, choices);
  return (
    <section className="stack" aria-labelledby="my-consents">
      <h2 id="my-consents">{words.consents}</h2>
      {can('withdraw-consent') ? <p className="quiet small">{CONSENT_RIGHT}</p> : null}
      {isLost ? <Notice kind="warning" live>{words.consentNotKept}</Notice> : null}
      {rows === null ? (
        isReached ? <Skeleton lines={6} /> : <p className="quiet">{words.consentsUnknown}</p>
      ) : (
        <div>
          {can('withdraw-consent') ? <Switches rows={rows} choose={choose} /> : <ReadOnly rows={rows} />}
        </div>
      )}
    </section>
  );
}
