/** Lines that several themes share; each plays as many of them as it says, from the first on. */
import type { Line } from './theme';

/** Lines written as rows, one digit a reel: `'11111 01210'`. */
export function linesOf(rows: string): readonly Line[] {
  return rows.split(' ').map((digits): Line => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = Array.from(digits, Number);
    return [a, b, c, d, e];
  });
}

const COMMON = linesOf(
  '11111 00000 22222 01210 21012 00122 22100 10001 12221 10121 12101 01110 21112 01010 21212 11011 11211 00100 22122 02220 20002 02020 20202 12021 10201',
);

/** The first `count` (up to 25) of the lines that several themes share; no two are equal. */
export function commonLines(count: number): readonly Line[] {
  return COMMON.slice(0, count);
}
