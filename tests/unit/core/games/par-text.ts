import { fractionToNumber, fractionToPercent } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import type { ParSheet } from '../../../../src/core/games/slots/par';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';

const every = ({ numerator, denominator }: Fraction): string => Number(denominator / numerator).toPrecision(4);

/** A theme's par sheet as people read it: what it pays, how often, and how many of each symbol are on each reel. */
export function parText(theme: SlotTheme, sheet: ParSheet): string {
  const { rtp, freeSpinRtp, hitRate, profitRate, featureRate, variance, maxWin, maxWinRate, topAward } = sheet;
  const rounds = featureRate.numerator === 0n ? 'never' : `1 in ${(1 / fractionToNumber(featureRate)).toFixed(1)}`;
  const countsOn = (strips: readonly (readonly string[])[], symbol: string): string =>
    strips.map((strip) => String(strip.filter((shown) => shown === symbol).length).padStart(2)).join(' ');
  const free = theme.scatter?.freeSpins ?? null;
  const rows = theme.symbols.map((symbol) => {
    const pays = symbol === theme.scatter?.symbol ? theme.scatter.pays : (theme.pays[symbol] ?? []);
    const role = symbol === theme.wild ? 'wild' : symbol === theme.scatter?.symbol ? 'scatter' : '';
    const paid = pays.map((pay) => String(pay).padStart(6)).join('');
    return `  ${symbol.padEnd(10)}${role.padEnd(8)}${paid}   ${countsOn(theme.strips, symbol)}   ${free ? countsOn(free.strips, symbol) : ''}`;
  });
  return [
    `${theme.name}: ${theme.lines.length} lines, reels of ${theme.strips.map((strip) => strip.length).join(', ')} stops`,
    `  return to player    ${fractionToPercent(rtp, 4)}  = ${rtp.numerator}/${rtp.denominator}`,
    `  of it in free spins ${fractionToPercent(freeSpinRtp, 4)}`,
    `  rounds that pay     ${fractionToPercent(hitRate, 3)}`,
    `  rounds above stake  ${fractionToPercent(profitRate, 3)}`,
    `  free spins          ${rounds} rounds${free ? `: ${free.awards.join(', ')} spins at ×${free.multiplier}${free.climbs ? ' and up' : ''}${free.again ? `, ${free.again.join(', ')} more` : ''}` : ''}`,
    `  standard deviation  ${Math.sqrt(fractionToNumber(variance)).toFixed(3)} stakes`,
    `  largest win         ${fractionToNumber(maxWin)} stakes, 1 in ${every(maxWinRate)} rounds`,
    `  top award           ${topAward.pays} line stakes, 1 in ${every(topAward.chance)} spins`,
    `  combinations        ${sheet.cycle}`,
    '  symbol              3     4     5   on each reel     in free spins',
    ...rows,
  ].join('\n');
}
