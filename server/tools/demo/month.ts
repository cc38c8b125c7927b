/** Lets the days of a demo go by: the people come at their times, the desk works once a day, and the platform's jobs run. */
import { DAY_MS, HOUR_MS, MINUTE_MS, lagosDay, lagosDayStart } from '../../../src/core/time';
import { RefusedCall } from './browser';
import { createClock } from './clock';
import { workAtDesk } from './desk';
import { runJobs, runPayments } from './jobs';
import { makePeople } from './people';
import { arrive, depart, playerOf } from './player';
import type { Player } from './player';
import { randomFrom } from './random';
import type { Random } from './random';
import { createStage } from './stage';
import type { DemoStage, StageOptions } from './stage';
import { STORIES, joinAsRelative } from './stories';
import { makeTeam } from './team';
import type { Team } from './team';
import { firstVisit, usualVisit } from './visits';

export interface MonthOptions extends Pick<StageOptions, 'config' | 'pool' | 'keys'> {
  readonly seed: number;
  readonly days: number;
  readonly players: number;
  /** The end of the month: the present. */
  readonly end: Date;
  /** Gets a line for each day. */
  readonly report: (line: string) => void;
}

export interface Month {
  readonly team: Team;
  readonly players: readonly Player[];
  /** How often the platform refused a call, by call and code: people meet limits and breaks here as elsewhere. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly alerts: ReadonlyMap<string, number>;
}

interface Appointment {
  readonly atMs: number;
  readonly visit: () => Promise<void>;
}

/** Hours in Lagos at which people come: few in the morning, most in the evening. */
const HOURS = [7, 8, 10, 12, 13, 13, 16, 18, 19, 19, 20, 20, 21, 21, 22] as const;
const DESK_HOUR = 15;
/** After the daily reconciliation of the gateways. */
const JOBS_HOUR = 6;
/** No visit begins later than this before the present, so that nothing happens in the future. */
const LAST_VISIT_MS = 30 * MINUTE_MS;
/** The month ends with visits of its last hour, so that the desk has something of today. */
const LAST_HOUR_VISITS = 3;
const RELATIVE_JOINS = 0.85;
const EXCLUDED_PLAYER = 5;

/** Fills the database, which must be empty and have this build's tables. The last day is the day before `end`. */
export async function playMonth({ config, pool, keys, seed, days, players: count, end, report }: MonthOptions): Promise<Month> {
  const startMs = lagosDayStart(lagosDay(end.getTime())) - days * DAY_MS;
  const clock = createClock(startMs + HOUR_MS);
  const stage = await createStage({ config, pool, clock, random: randomFrom(seed, 'platform'), ...(keys !== undefined && { keys }) });
  try {
    const team = await makeTeam(stage, randomFrom(seed, 'team'));
    const people = makePeople(randomFrom(seed, 'people'), { count, days });
    const players = people.map((person, index) => playerOf(person, stage, randomFrom(seed, `player ${index}`)));
    const month = new RunningMonth(stage, { team, players, days, end, random: randomFrom(seed, 'days') });
    for (let day = 0; day < days; day += 1) {
      await month.spendDay(day, startMs + day * DAY_MS);
      report(await dayLine(stage, day, startMs + day * DAY_MS));
    }
    await month.spendLastHour();
    clock.moveTo(end.getTime());
    await runJobs(stage.platform);
    return { team, players: month.everybody, refusals: month.refusals, alerts: stage.alerts };
  } finally {
    await stage.close();
  }
}

async function dayLine({ pool }: DemoStage, day: number, dayMs: number): Promise<string> {
  const { rows: [row] } = await pool.query<{ players: number; rounds: number; deposits: number }>(
    `SELECT (SELECT count(*) FROM player WHERE role = 'player') AS players, (SELECT count(*) FROM round WHERE at >= $1) AS rounds,
       (SELECT count(*) FROM deposit WHERE created_at >= $1) AS deposits`,
    [new Date(dayMs)],
  );
  return `Day ${day + 1}, ${lagosDay(dayMs)}: ${String(row?.players)} players, ${String(row?.deposits)} deposits and ${String(row?.rounds)} rounds on that day.`;
}

interface MonthParts extends Pick<Month, 'team' | 'players'>, Pick<MonthOptions, 'days' | 'end'> {
  readonly random: Random;
}

class RunningMonth {
  readonly refusals = new Map<string, number>();
  readonly #stage: DemoStage;
  readonly #team: Team;
  readonly #players: readonly Player[];
  readonly #days: number;
  readonly #end: Date;
  readonly #random: Random;
  #relative: Player | null = null;

  constructor(stage: DemoStage, { team, players, days, end, random }: MonthParts) {
    this.#stage = stage;
    this.#team = team;
    this.#players = players;
    this.#days = days;
    this.#end = end;
    this.#random = random;
  }

  get everybody(): readonly Player[] {
    return this.#relative === null ? this.#players : [...this.#players, this.#relative];
  }

  async spendDay(day: number, dayMs: number): Promise<void> {
    const { clock } = this.#stage;
    for (const { atMs, visit } of this.#agendaOf(day, dayMs).toSorted((a, b) => a.atMs - b.atMs)) {
      clock.moveTo(atMs);
      await this.#take(visit);
    }
  }

  async spendLastHour(): Promise<void> {
    const { clock, platform } = this.#stage;
    clock.moveTo(this.#end.getTime() - 50 * MINUTE_MS);
    for (const player of this.#players.slice(-LAST_HOUR_VISITS)) await this.#take(() => usualVisit(player));
    await runPayments(platform);
  }

  /** Whoever is refused goes away; the browser forgets the session, as a closed page does. */
  async #take(visit: () => Promise<void>): Promise<void> {
    if (this.#stage.clock.now().getTime() > this.#end.getTime() - LAST_VISIT_MS) return;
    try {
      await visit();
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      const key = `${error.call}: ${error.code}`;
      this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1);
      for (const { browser } of [...this.everybody, ...this.#team]) browser.leave();
    }
  }

  #agendaOf(day: number, dayMs: number): Appointment[] {
    const random = this.#random;
    const at = (hour: number): number => dayMs + hour * HOUR_MS + random.between(0, 55) * MINUTE_MS;
    const visits = this.#players.flatMap((player): Appointment[] => {
      if (player.joinsOnDay === day) return [{ atMs: at(random.pick(HOURS)), visit: () => firstVisit(player) }];
      return player.joinsOnDay < day && random.chance(player.activity) ? [{ atMs: at(random.pick(HOURS)), visit: () => usualVisit(player) }] : [];
    });
    const stories = STORIES.flatMap(({ who, when, hour = 21, tell }): Appointment[] => {
      const player = this.#players[who];
      if (player === undefined || Math.floor(when * this.#days) !== day || player.joinsOnDay >= day) return [];
      return [{ atMs: at(hour), visit: () => this.#tell(player, tell) }];
    });
    const workToday = { day, days: this.#days, goodwillTo: this.#goodwillTo(day) };
    const desk: Appointment = { atMs: at(DESK_HOUR), visit: () => workAtDesk(this.#stage, this.#team, workToday) };
    const jobs: Appointment = { atMs: dayMs + JOBS_HOUR * HOUR_MS, visit: () => runJobs(this.#stage.platform) };
    return [jobs, ...visits, ...stories, desk, ...this.#relativeOn(day, at)];
  }

  async #tell(player: Player, tell: (player: Player) => Promise<void>): Promise<void> {
    await arrive(player);
    await tell(player);
    await depart(player);
  }

  /** One is confirmed in the middle of the month, and one waits at its end. */
  #goodwillTo(day: number): string | null {
    const [index] = [[0, Math.floor(this.#days / 2)], [1, this.#days - 1]].find(([, on]) => on === day) ?? [];
    return index === undefined ? null : (this.#players[index]?.userId ?? null);
  }

  #relativeOn(day: number, at: (hour: number) => number): Appointment[] {
    const excluded = this.#players[EXCLUDED_PLAYER];
    if (excluded === undefined || Math.floor(RELATIVE_JOINS * this.#days) !== day) return [];
    const random = randomFrom(0, 'relative');
    const [body] = makePeople(random, { count: 1, days: 1 }).map((each) => each.body);
    if (body === undefined) return [];
    const { phone, dateOfBirth } = excluded.body;
    const person = { ...excluded, body: { ...body, lastname: excluded.body.lastname, username: `${body.username}.${excluded.body.lastname}`.toLowerCase(), phone, dateOfBirth } };
    const relative = playerOf({ ...person, joinsOnDay: day, nin: '48120937765' }, this.#stage, random);
    this.#relative = relative;
    return [{ atMs: at(11), visit: () => joinAsRelative(relative) }];
  }
}
