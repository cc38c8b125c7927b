/** The lines of the witness: what players were told, written down outside the platform before they do anything else. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import * as z from 'zod/mini';

export const PLAYED = ['round', 'deposit'] as const;

const call = { kind: z.enum(PLAYED), userId: z.string(), key: z.string() };

const line = z.discriminatedUnion('says', [
  /** The platform acknowledged it, in its answer or when it was asked for the key; `text` is the answer. */
  z.object({ says: z.literal('done'), at: z.number(), ...call, text: z.string() }),
  /** The platform said that it has not happened and will not. */
  z.object({ says: z.literal('not done'), at: z.number(), ...call }),
  /** The run ended before it was known. */
  z.object({ says: z.literal('open'), at: z.number(), ...call }),
  /** What a player saw: a status and its code, or that there was no answer. */
  z.object({ says: z.literal('seen'), at: z.number(), what: z.string() }),
]);
export type WitnessLine = z.infer<typeof line>;

export interface WitnessFile {
  write(each: WitnessLine): void;
  close(): void;
}

/** Opens the file to append. What was acknowledged is on the disk when `write` returns. */
export function openWitnessFile(file: string): WitnessFile {
  const handle = openSync(file, 'a');
  return {
    write: (each) => {
      writeSync(handle, `${JSON.stringify(each)}\n`);
      if (each.says !== 'seen') fsyncSync(handle);
    },
    close: () => closeSync(handle),
  };
}

export function readWitnessFile(file: string): WitnessLine[] {
  return readFileSync(file, 'utf8').split('\n').filter((each) => each !== '').map((each) => line.parse(JSON.parse(each)));
}
