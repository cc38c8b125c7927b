import { seedWords as words } from './words';
import './seeds.css';

interface SeedsProps {
  commit: string;
  clientSeed: string;
  nonce: number;
}

/** The public facts of the seeds for the next rounds. */
export function Seeds({ commit, clientSeed, nonce }: SeedsProps) {
  return (
    <dl className="seeds">
      <dt>{words.commit}</dt>
      <dd><code>{commit}</code></dd>
      <dt>{words.clientSeed}</dt>
      <dd><code>{clientSeed}</code></dd>
      <dt>{words.nonce}</dt>
      <dd className="figures">{nonce}</dd>
    </dl>
  );
}
