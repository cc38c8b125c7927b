import { FIRST_PAYING_COUNT } from '../../core/games/slots/line';
import { REELS, ROWS } from '../../core/games/slots/theme';
import type { LinePays, SlotTheme } from '../../core/games/slots/theme';
import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { figure } from '../../core/words/plural';
import { embeddedGame } from '../catalogue';
import type { GameOdds } from '../embedded-game';
import { everyWords, percentCut, timesWords } from '../facts';
import { linePoints } from './PaidLines';
import { lineStakes } from './win-texts';
import { ruleSentences } from './rule-sentences';
import type { SymbolNames } from './symbol-names';
import { SymbolArt, inkStyle } from './drawing';
import type { SlotArt } from './drawing';
import './slot-rules.css';
import { slotWords } from './words';

interface Props {
  theme: SlotTheme;
  names: SymbolNames;
  art: SlotArt;
  stake: Kobo;
}

/** The columns: positions in `LinePays`, for five, four and three in a row. */
const COUNTS = [2, 1, 0] as const;

interface PayRowProps extends Pick<Props, 'names'> {
  symbol: string;
  /** Null for a wild without pays of its own. */
  pays: LinePays | null;
  note: string | null;
}

function PayRow({ symbol, names, pays, note }: PayRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="pays-symbol">
          <SymbolArt name={symbol} />
          <span>
            {names[symbol]?.[0] ?? symbol}
            {note === null ? null : <span className="pays-note">{note}</span>}
          </span>
        </span>
      </th>
      {COUNTS.map((at) => <td key={at} className="figures">{pays === null ? slotWords.nothing : figure(pays[at])}</td>)}
    </tr>
  );
}

/** Makes a table that is wider than its place, as with large text, focusable, so that arrow keys scroll it in every browser. */
function makeScrollableFocusable(place: HTMLDivElement | null) {
  if (place === null) return undefined;
  const sizes = new ResizeObserver(() => {
    if (place.scrollWidth > place.clientWidth + 1) place.tabIndex = 0;
    else place.removeAttribute('tabindex');
  });
  sizes.observe(place);
  return () => sizes.disconnect();
}

function PayTable({ theme, names, stake }: Omit<Props, 'art'>) {
  const { scatter } = theme;
  const one = (symbol: string) => (names[symbol]?.[0] ?? symbol).toLowerCase();
  const paying = theme.symbols.filter((symbol) => symbol !== scatter?.symbol);
  return (
    <div className="pays" ref={makeScrollableFocusable} role="region" aria-label={slotWords.payTable}>
      <table>
        <caption>{slotWords.payTableNote(formatNaira(lineStakes(stake, 1, theme.lines.length)))}</caption>
        <thead>
          <tr>
            <th scope="col">{slotWords.symbol}</th>
            {COUNTS.map((at) => (
              <th key={at} scope="col" className="figures" aria-label={slotWords.inARow(at + FIRST_PAYING_COUNT)}>
                {slotWords.short(at + FIRST_PAYING_COUNT)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paying.map((symbol) => (
            <PayRow
              key={symbol}
              symbol={symbol}
              names={names}
              pays={theme.pays[symbol] ?? null}
              note={symbol === theme.wild ? slotWords.wildNote(scatter === null ? null : one(scatter.symbol)) : null}
            />
          ))}
          {scatter === null ? null : <PayRow symbol={scatter.symbol} names={names} pays={scatter.pays} note={slotWords.anywhere} />}
        </tbody>
      </table>
    </div>
  );
}

function oddsSentence({ hitRate = 0, profitRate = 0, maxWin, maxWinEvery }: GameOdds): string {
  return slotWords.odds(percentCut(hitRate, 1), percentCut(profitRate, 1), timesWords(maxWin), everyWords(maxWinEvery));
}

/** The rules, the pays and the lines: everything that the engine uses. */
export function SlotRules({ theme, names, art, stake }: Props) {
  const odds = embeddedGame(theme.gameId);
  return (
    <div className="stack" style={inkStyle(art)}>
      {ruleSentences(theme, names).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {odds === undefined ? null : <p>{oddsSentence(odds)}</p>}
      <PayTable theme={theme} names={names} stake={stake} />
      <h2 className="lines-title">{slotWords.lines}</h2>
      <ul className="line-cards">
        {theme.lines.map((line, at) => (
          <li key={at}>
            <svg viewBox={`0 0 ${REELS * 100} ${ROWS * 100}`} role="img" aria-label={slotWords.lineLabel(at + 1)}>
              {line.map((row, reel) => <rect key={reel} x={reel * 100 + 8} y={row * 100 + 8} width="84" height="84" rx="18" />)}
              <polyline points={linePoints(line)} />
            </svg>
            <span aria-hidden="true">{at + 1}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
