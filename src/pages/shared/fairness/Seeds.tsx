import { seedWords as words } from './words';
import './seeds.css';

interface SeedsProps {
  commit: string;
  clientSeed: string;
  nonce: number;
}

/** The seeds of the next rounds, as far as they may be known. */
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
