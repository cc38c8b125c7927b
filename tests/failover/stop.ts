/** Takes what undoes a step. A run ends by doing all of these, the last first, also after a failure. */
export type OnStop = (work: () => Promise<unknown>) => void;

export interface Stops {
  readonly onStop: OnStop;
  /** Does everything that was taken, each once; an error is printed and hinders no other. */
  stop(): Promise<void>;
}

export function createStops(): Stops {
  const works: (() => Promise<unknown>)[] = [];
  return {
    onStop: (work) => void works.push(work),
    stop: async () => {
      for (let work = works.pop(); work !== undefined; work = works.pop()) await work().catch((error: unknown) => console.error(error));
    },
  };
}
