import { useMemo } from 'react';
import type { ComponentType } from 'react';
import { expanded, slotOutcome } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import { formatNaira } from '../../core/money';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { PaidLines } from './PaidLines';
import { lineStakes } from './paid-by';
import { Reel } from './Reel';
import type { SymbolArt } from './Reel';
import { paidCells, spinsKnown } from './scenes';
import type { Scene } from './scenes';
import './slot-stage.css';
import { useScenes } from './use-scenes';
import type { SceneState } from './use-scenes';
import { slotWords } from './words';

interface Props extends StageProps {
  theme: SlotTheme;
  Art: SymbolArt;
  /** Once on the page, for art that refers to shared drawings. */
  Defs: ComponentType;
}

const NOTHING: ReadonlySet<string> = new Set();

function useOutcome(outcome: unknown) {
  return useMemo(() => {
    if (outcome === undefined) return null;
    const fit = slotOutcome.safeParse(outcome);
    return fit.success ? fit.data : null;
  }, [outcome]);
}

/** The five reels on their cloth. What is shown was decided before; nothing here draws lots. */
export function SlotStage({ theme, Art, Defs, showing, waiting, onShown, onTell }: Props) {
  const outcome = useOutcome(showing?.outcome);
  const known = (seen: number) => (outcome === null ? 0 : spinsKnown(theme, outcome, seen));
  const state = useScenes({
    theme,
    outcome,
    key: showing?.key ?? null,
    moving: showing?.moving ?? false,
    onScene: ({ number }) => {
      const more = known(number) - (number === 0 ? 0 : known(number - 1));
      if (more > 0) onTell(number === 0 ? awardWords(theme, more) : slotWords.awardedMore(more));
    },
    onEnd: onShown,
  });
  const { scene, phase, before, turn } = state;
  const isTurning = phase === 'turning';
  const window = expanded(theme, scene?.spin.window ?? before);
  const left = expanded(theme, before);
  const strips = (scene?.mode === 'free' ? theme.scatter?.freeSpins?.strips : undefined) ?? theme.strips;
  const paid = scene === null || isTurning ? NOTHING : paidCells(theme, scene.spin);
  const stake = showing?.stake ?? null;

  return (
    <div className="slot motif" data-mode={scene?.mode} data-waiting={waiting || undefined}>
      <Defs />
      <p className="slot-head">
        {waiting ? slotWords.asking : headOf(theme, scene, phase, known, (pays) => (stake === null ? '' : formatNaira(lineStakes(stake, pays, theme.lines.length))))}
      </p>
      <div className="slot-reels">
        {strips.map((strip, reel) => (
          <Reel
            key={`${turn}:${reel}`}
            reel={reel}
            strip={strip}
            stop={scene?.spin.stops[reel] ?? null}
            window={window[reel] ?? []}
            before={left[reel] ?? []}
            turning={isTurning}
            paidRows={[0, 1, 2].filter((row) => paid.has(`${reel}:${row}`)).join('')}
            dim={paid.size > 0}
            Art={Art}
          />
        ))}
        {scene !== null && !isTurning && paid.size > 0 ? <PaidLines key={turn} theme={theme} spin={scene.spin} /> : null}
      </div>
    </div>
  );
}

function awardWords(theme: SlotTheme, spins: number): string {
  const feature = theme.scatter?.freeSpins;
  return feature?.climbs ? slotWords.awardedClimbing(spins) : slotWords.awarded(spins, feature?.multiplier ?? 1);
}

/** The line above the reels: what is going on. */
function headOf(theme: SlotTheme, scene: Scene | null, phase: SceneState['phase'], known: (seen: number) => number, amount: (pays: number) => string): string {
  if (scene === null || known(0) === 0) return slotWords.linesInPlay(theme.lines.length);
  if (scene.number === 0) return phase === 'turning' ? slotWords.linesInPlay(theme.lines.length) : awardWords(theme, known(0));
  const paidSoFar = phase === 'turning' ? scene.paidSoFar - scene.spin.pays : scene.paidSoFar;
  return `${slotWords.freeSpin(scene.number, known(phase === 'turning' ? scene.number - 1 : scene.number))} · ${slotWords.soFar(amount(paidSoFar))}`;
}
