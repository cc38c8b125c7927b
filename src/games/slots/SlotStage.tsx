import { useMemo } from 'react';
import { expandWilds, slotOutcome } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import { formatNaira } from '../../core/money';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { Ground, SymbolDefs, inkStyle } from './drawing';
import type { SlotArt } from './drawing';
import { expandedReels, wildNote } from './features';
import { awardWords, headWords } from './head';
import { PaidLines } from './PaidLines';
import { lineStakes } from './win-texts';
import type { SymbolNames } from './symbol-names';
import { Reel } from './Reel';
import { paidCells, announcedSpinCount } from './scenes';
import './slot-stage.css';
import { useScenes } from './use-scenes';
import { slotWords } from './words';

interface Props extends StageProps {
  theme: SlotTheme;
  names: SymbolNames;
  art: SlotArt;
}

const NOTHING: ReadonlySet<string> = new Set();

function useOutcome(outcome: unknown) {
  return useMemo(() => {
    if (outcome === undefined) return null;
    const parsed = slotOutcome.safeParse(outcome);
    return parsed.success ? parsed.data : null;
  }, [outcome]);
}

/** The five reels on their cloth. The result was decided before; nothing here is drawn by chance. */
export function SlotStage({ theme, names, art, showing, waiting, onShown, onAnnounce }: Props) {
  const outcome = useOutcome(showing?.outcome);
  const spinsKnownAfter = (shownCount: number) => (outcome === null ? 0 : announcedSpinCount(theme, outcome, shownCount));
  const state = useScenes({
    theme,
    outcome,
    key: showing?.key ?? null,
    moving: showing?.moving ?? false,
    onScene: ({ number, spin }) => {
      const more = spinsKnownAfter(number) - (number === 0 ? 0 : spinsKnownAfter(number - 1));
      const won = more > 0 ? (number === 0 ? awardWords(theme, more) : slotWords.awardedMore(more)) : null;
      const texts = [wildNote(theme, names, spin), won].filter((text) => text !== null);
      if (texts.length > 0) onAnnounce(texts.join('. '));
    },
    onEnd: onShown,
  });
  const { scene, phase, before, turn } = state;
  const isTurning = phase === 'turning';
  const window = expandWilds(theme, scene?.spin.window ?? before);
  const windowBefore = expandWilds(theme, before);
  const strips = (scene?.mode === 'free' ? theme.scatter?.freeSpins?.strips : undefined) ?? theme.strips;
  const paid = scene === null || isTurning ? NOTHING : paidCells(theme, scene.spin);
  const wildReels = scene === null || isTurning ? [] : expandedReels(theme, scene.spin.window);
  // A win of at most the stake is shown but not celebrated.
  const isNetWin = scene !== null && scene.paidSoFar > theme.lines.length;
  const stake = showing?.stake ?? null;
  const amount = (pays: number) => (stake === null ? '' : formatNaira(lineStakes(stake, pays, theme.lines.length)));

  return (
    <div
      className="slot motif"
      data-mode={scene?.mode}
      data-waiting={waiting || undefined}
      data-more={isNetWin || undefined}
      data-own={art.ground !== '' || undefined}
      style={inkStyle(art)}
    >
      <Ground art={art} />
      <SymbolDefs art={art} />
      <p className="slot-head">{waiting ? slotWords.asking : headWords(theme, names, { scene, isTurning }, spinsKnownAfter, amount)}</p>
      <div className="slot-reels">
        {strips.map((strip, reel) => (
          <Reel
            key={`${turn}:${reel}`}
            reel={reel}
            strip={strip}
            stop={scene?.spin.stops[reel] ?? null}
            window={window[reel] ?? []}
            before={windowBefore[reel] ?? []}
            turning={isTurning}
            paidRows={[0, 1, 2].filter((row) => paid.has(`${reel}:${row}`)).join('')}
            dim={paid.size > 0}
            isExpanded={wildReels.includes(reel)}
            label={isTurning ? null : slotWords.reel(reel + 1, (window[reel] ?? []).map((symbol) => names[symbol]?.[0] ?? symbol))}
          />
        ))}
        {scene !== null && !isTurning && paid.size > 0 ? <PaidLines key={turn} theme={theme} spin={scene.spin} /> : null}
      </div>
    </div>
  );
}
