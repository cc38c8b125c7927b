import { seedWords as words } from './words';
import './seeds.css';

interface SeedsProps {
  commit: string;
  clientSeed: string;
  nonce: number;
  /** Since when this device has the commit, and who made the client seed. */
  seenNote?: string;
  makerNote?: string;
  nextCommit?: string | undefined;
}

const Note = ({ text }: { text: string | undefined }) => (text === undefined ? null : <span className="quiet small">{text}</span>);

/** The public facts of the seeds for the next rounds. */
export function Seeds({ commit, clientSeed, nonce, seenNote, makerNote, nextCommit }: SeedsProps) {
  return (
    <dl className="seeds">
      <dt>{words.commit}</dt>
      <dd><code>{commit}</code> <Note text={seenNote} /></dd>
      <dt>{words.clientSeed}</dt>
      <dd><code>{clientSeed}</code> <Note text={makerNote} /></dd>
      <dt>{words.nonce}</dt>
      <dd className="figures">{nonce}</dd>
      {nextCommit === undefined ? null : (
        <>
          <dt>{words.next}</dt>
          <dd><code>{nextCommit}</code></dd>
        </>
      )}
    </dl>
  );
}
