import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import './game-art.css';

/** A picture that takes longer is given up; the placeholder stays. */
const IMAGE_DEADLINE_MS = 10_000;

/** The part of a browser that is read here; all of it is missing where the lobby is drawn at build time. */
interface Phone {
  readonly navigator?: { readonly connection?: { readonly saveData?: boolean } };
}

interface Props {
  /** Where the picture may be, best first; the next one is tried when one can't be had. */
  sources: readonly string[];
  /** The name, of which only the first letter is drawn while there is no picture. */
  name: string;
  /** The art is in the first screen and is loaded at once. Others wait until they come near. */
  eager?: boolean;
  className?: string;
}

/** A game's art, 3:4, decoration beside its name. The placeholder lies below it, so a slow network shows no hole. */
export function GameArt({ sources, name, eager: isFirst = false, className }: Props) {
  // A phone that saves data fetches no picture ahead. A cast, because the DOM's types lack `connection`, and the build has no `navigator`.
  const eager = isFirst && !(globalThis as Phone).navigator?.connection?.saveData;
  const [nth, setNth] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const source = sources[nth];

  // A lazy picture is not asked for until it is near: its wait can't be measured, and is over when it fails.
  useEffect(() => {
    if (!eager || isLoaded || source === undefined) return;
    const timer = setTimeout(() => {
      if (image.current?.complete !== true) setNth((before) => before + 1);
    }, IMAGE_DEADLINE_MS);
    return () => clearTimeout(timer);
  }, [eager, isLoaded, source]);

  return (
    <span className={classNames('game-art', className)} aria-hidden="true">
      <span className="game-art-letter">{name.charAt(0)}</span>
      {source === undefined ? null : (
        <img
          ref={image}
          src={source}
          alt=""
          width={300}
          height={400}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          onLoad={eager ? () => setLoaded(true) : undefined}
          onError={() => setNth(nth + 1)}
        />
      )}
    </span>
  );
}
