import { useMemo } from 'react';
import type { ComponentType } from 'react';
import { slotOutcome } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import { formatNaira } from '../../core/money';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { PaidLines } from './PaidLines';
import { lineStakes } from './paid-by';
import { Reel } from './Reel';
import type { SymbolArt } from './Reel';
import { paidCells } from './scenes';
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
  const multiplier = theme.scatter?.freeSpins?.multiplier ?? 1;
  const freeSpins = outcome?.freeSpins.length ?? 0;
  const state = useScenes({
    theme,
    outcome,
    key: showing?.key ?? null,
    moving: showing?.moving ?? false,
    onScene: ({ number }) => {
      if (number === 0 && freeSpins > 0) onTell(slotWords.awarded(freeSpins, multiplier));
    },
    onEnd: onShown,
  });
  const { scene, phase, before, turn } = state;
  const isTurning = phase === 'turning';
  const window = scene?.spin.window ?? before;
  const strips = (scene?.mode === 'free' ? theme.scatter?.freeSpins?.strips : undefined) ?? theme.strips;
  const paid = scene === null || isTurning ? NOTHING : paidCells(theme, scene.spin);
  const stake = showing?.stake ?? null;

  return (
    <div className="slot motif" data-mode={scene?.mode} data-waiting={waiting || undefined}>
      <Defs />
      <p className="slot-head">
        {waiting ? slotWords.asking : headOf(theme, scene, phase, freeSpins, (pays) => (stake === null ? '' : formatNaira(lineStakes(stake, pays, theme.lines.length))))}
      </p>
      <div className="slot-reels">
        {strips.map((strip, reel) => (
          <Reel
            key={`${turn}:${reel}`}
            reel={reel}
            strip={strip}
            stop={scene?.spin.stops[reel] ?? null}
            window={window[reel] ?? []}
            before={before[reel] ?? []}
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

/** The line above the reels: what is going on. */
function headOf(theme: SlotTheme, scene: Scene | null, phase: SceneState['phase'], freeSpins: number, amount: (pays: number) => string): string {
  const multiplier = theme.scatter?.freeSpins?.multiplier ?? 1;
  if (scene === null || freeSpins === 0) return slotWords.linesInPlay(theme.lines.length);
  if (scene.number === 0) return phase === 'turning' ? slotWords.linesInPlay(theme.lines.length) : slotWords.awarded(freeSpins, multiplier);
  const paidSoFar = phase === 'turning' ? scene.paidSoFar - scene.spin.pays : scene.paidSoFar;
  return `${slotWords.freeSpin(scene.number, freeSpins)} · ${slotWords.soFar(amount(paidSoFar))}`;
}
