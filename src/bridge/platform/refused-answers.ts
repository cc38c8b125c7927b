/** Writes a line to the browser's console for each call whose answers can't be read, because the page only shows how old its figures are. */
import type { CallError } from '../../core/errors';

export interface RefusedAnswers {
  /**
   * Writes one line for each call (`balance`, `deposits/:depositId`) while the page is open, however often it is made. The line
   * has nothing of the answer but the platform's own code, because the rest may be about a player.
   */
  readonly note: (path: string, error: CallError) => void;
  /** Writes one line for a list of which some items were left out because they can't be read, whatever their number. */
  readonly noteLeftOut: (path: string, count: number | undefined) => void;
}

/** `balance`, `deposits/:depositId`. */
const nameOf = (path: string): string => path.replace(/^\/v1\/(?:player\/:userId\/)?/, '');

/** Returns true if an answer had a status of success but could not be used: it was cut off, misshapen, too big, or `{"success": false}`. */
function isUnfit({ code, captivePortal, status = 200 }: CallError): boolean {
  return code === 'bad-response' && captivePortal !== true && status < 300;
}

export function createRefusedAnswers(): RefusedAnswers {
  const reportedNames = new Set<string>();
  /** Returns true on the first call with a name, and remembers the name, so that each is reported once. */
  function isFirst(name: string): boolean {
    if (reportedNames.has(name)) return false;
    reportedNames.add(name);
    return true;
  }
  return {
    note(path, error) {
      const name = nameOf(path);
      if (!isUnfit(error) || !isFirst(name)) return;
      const code = error.problem ? ` (code ${error.problem.code})` : '';
      // oxlint-disable-next-line no-console -- the one line that a refused answer leaves.
      console.warn(`The answer to ${name} was refused: not what the contract says${code}. The last good one stays.`);
    },
    noteLeftOut(path, count) {
      const name = nameOf(path);
      if (count === undefined || !isFirst(`${name} items`)) return;
      // oxlint-disable-next-line no-console -- the one line that odd items leave.
      console.warn(`Of the answer to ${name} ${count} could not be read and was left out.`);
    },
  };
}
