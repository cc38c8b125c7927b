import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import './game-art.css';

/** After this time the next address is tried; after the last one the placeholder stays. */
const IMAGE_DEADLINE_MS = 10_000;

/** The parts of a browser that are read here. All of them are missing where the build draws the lobby. */
interface Phone {
  readonly navigator?: Partial<Navigator> & { readonly connection?: { readonly saveData?: boolean } };
}

const phone: Phone = globalThis;

interface Props {
  /** The addresses of the picture, best first. The next one is tried when one fails. */
  sources: readonly string[];
  /** The art is on the first screen and is loaded at once. Other art waits until it comes near. */
  eager?: boolean;
  className?: string;
}

/**
 * A game's art, 3:4. It is decoration beside the name. A plain cloth lies below it, so a slow network shows no hole; where no address has
 * the picture, the cloth has its pattern.
 */
export function GameArt({ sources, eager: isFirst = false, className }: Props) {
  // A phone that saves data fetches no picture ahead.
  const eager = isFirst && !phone.navigator?.connection?.saveData;
  const [nth, setNth] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const source = sources[nth];

  // A lazy picture is requested when it comes near, so its wait can't be measured; only a failure tries the next address.
  useEffect(() => {
    if (!eager || isLoaded || source === undefined) return;
    const timer = setTimeout(() => {
      if (image.current?.complete !== true) setNth((before) => before + 1);
    }, IMAGE_DEADLINE_MS);
    return () => clearTimeout(timer);
  }, [eager, isLoaded, source]);

  return (
    <span className={classNames('game-art', source === undefined && 'art-missing', className)} aria-hidden="true">
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
