import { DAY_MS } from '@rasat/contract';
import { type Db, inTransaction } from '../db/pool.ts';
import { startLoop } from '../loop.ts';
import { mailLayout } from '../mail/layout.ts';
import { writeMail } from '../mail/mail.ts';
import type { Part, ServerContext } from '../part.ts';
import { advance, type Sighting, type Step } from './advance.ts';
import { type AlarmWatch, alarmKey, type Finding, type StoredAlarm } from './alarm.ts';
import { deleteEndedAlarms, readAlarms, saveAlarm } from './store.ts';
import { alarmText } from './texts.ts';

/** A text for a chat, queued in the caller's transaction; its key is sent once. */
export interface ChatText {
  readonly key: string;
  readonly chatId: number;
  readonly text: string;
}

/** Options of the alarms. */
export interface AlarmsOptions {
  readonly watches: readonly AlarmWatch[];
  /** Queues a text for a chat of the bot. */
  readonly tell: (trx: Db, message: ChatText, nowMs: number) => Promise<unknown>;
}

/** Pause between two looks at all conditions. */
const LOOK_MS = 5000;
/** Time for which an alarm that is over stays stored. */
const KEPT_MS = DAY_MS;
const STOP_LIMIT_MS = 5000;

/** A condition, and the watch that found it. */
interface Watched {
  readonly watch: AlarmWatch;
  readonly finding: Finding;
}

/** Times between which a condition was seen to hold. */
interface Held {
  readonly sinceMs: number;
  throughMs: number;
  readonly found: Watched;
}

/** Last findings of a watch; null when it could not look. */
interface Look {
  readonly atMs: number;
  readonly findings: readonly Finding[] | null;
}

/** Looks at the conditions, and stores and tells what has changed. */
export interface Watcher {
  /** Looks once at every condition; returns the milliseconds until the next look. */
  look(this: void): Promise<number>;
  /** Returns the keys of the alarms that last. */
  lasting(this: void): readonly string[];
}

/**
 * Tells the operator of the conditions that the watches find, by mail (`OPERATOR_MAIL`) and by the bot
 * (`OPERATOR_TELEGRAM_CHAT`): once when one begins and once when it is over. The state of an alarm and its messages are
 * written in one transaction, so that a restart tells nothing twice. A condition that holds while the database does not
 * answer is told afterwards. The part is always ready.
 */
export function startAlarms(context: ServerContext, options: AlarmsOptions): Part {
  const { clock, log } = context;
  const { look, lasting } = createWatcher(context, options);
  const loop = startLoop(clock, look, (error) => {
    log.warn({ err: error }, 'the alarms could not be stored');
    return LOOK_MS;
  });
  return {
    name: 'alarms',
    status: () => ({ ready: true, ...(lasting().length > 0 && { detail: lasting().join(', ') }) }),
    stop: () => loop.stop(STOP_LIMIT_MS),
  };
}

/** Creates the watcher of `startAlarms`. */
export function createWatcher(context: ServerContext, options: AlarmsOptions): Watcher {
  const { clock, db, log } = context;
  const looks = new Map<AlarmWatch, Look>();
  /** Conditions that held at a look since the last stored one, by key. */
  const held = new Map<string, Held>();
  let lasting: readonly string[] = [];

  const lookAt = async (watch: AlarmWatch, nowMs: number): Promise<void> => {
    const last = looks.get(watch);
    const isFresh = last?.findings && nowMs - last.atMs < (watch.everyMs ?? 0);
    if (isFresh) return;
    try {
      looks.set(watch, { atMs: nowMs, findings: await watch.look(nowMs) });
    } catch (error) {
      log.warn({ err: error, alarm: watch.kind }, 'a condition of the operator is not known');
      looks.set(watch, { atMs: nowMs, findings: null });
    }
  };

  const look = async (): Promise<number> => {
    const nowMs = clock.now();
    for (const watch of options.watches) await lookAt(watch, nowMs);
    const found = new Map<string, Watched>();
    for (const [watch, { findings }] of looks) {
      for (const finding of findings ?? []) {
        found.set(alarmKey({ kind: watch.kind, subject: finding.subject }), { watch, finding });
      }
    }
    for (const [key, one] of found) {
      if (one.finding.state !== 'holds') continue;
      const known = held.get(key);
      if (known) known.throughMs = nowMs;
      else {
        const sinceMs = Math.min(one.finding.sinceMs ?? nowMs, nowMs);
        held.set(key, { sinceMs, throughMs: nowMs, found: one });
      }
    }
    const steps = (known: ReadonlyMap<string, StoredAlarm>): readonly Step[] => {
      const keys = new Set([...known.keys(), ...held.keys()]);
      return [...keys].flatMap((key) => stepOf(key, known.get(key), found, nowMs) ?? []);
    };
    const stored = await readAlarms(db, { lock: false });
    if (steps(stored).length > 0) {
      await inTransaction(db, async (trx) => {
        for (const step of steps(await readAlarms(trx, { lock: true }))) {
          await saveAlarm(trx, step.alarm);
          stored.set(alarmKey(step.alarm), step.alarm);
          if (step.tells) await tellOf(trx, step.alarm, step.tells, nowMs);
        }
      });
    }
    held.clear();
    const isOld = ({ endedMs }: StoredAlarm): boolean =>
      endedMs !== null && endedMs < nowMs - KEPT_MS;
    if ([...stored.values()].some(isOld)) await deleteEndedAlarms(db, nowMs - KEPT_MS);
    lasting = [...stored]
      .filter(([, { toldMs, endedMs }]) => toldMs !== null && endedMs === null)
      .map(([key]) => key);
    return LOOK_MS;
  };

  const stepOf = (
    key: string,
    known: StoredAlarm | undefined,
    found: ReadonlyMap<string, Watched>,
    nowMs: number,
  ): Step | null => {
    const seen = held.get(key);
    const of = known ?? (seen && { ...seen.found.finding, kind: seen.found.watch.kind });
    if (!of) return null;
    const watch = seen?.found.watch ?? options.watches.find(({ kind }) => kind === of.kind);
    const isKnown = watch === undefined || looks.get(watch)?.findings !== null;
    const sighting: Sighting = {
      state: found.get(key)?.finding.state ?? (isKnown ? 'absent' : 'unknown'),
      held: seen ?? null,
      facts: seen?.found.finding.facts ?? {},
    };
    return advance(of, known, sighting, { nowMs, holdMs: watch?.holdMs ?? 0 });
  };

  const tellOf = async (
    trx: Db,
    alarm: StoredAlarm,
    tells: 'begin' | 'over',
    nowMs: number,
  ): Promise<void> => {
    const { config, keys } = context;
    const language = config.operatorLanguage;
    const { title, paragraphs, action, page, footer } = alarmText(language, alarm, tells);
    const url = `${config.baseUrl}${page}`;
    const key = alarmKey(alarm);
    log.warn(
      { alarm: key, since: alarm.beganMs },
      tells === 'begin' ? 'an alarm began' : 'an alarm is over',
    );
    const layout = mailLayout({
      title,
      paragraphs,
      action: { label: action, url },
      footer,
      language,
    });
    for (const to of config.operatorMail ?? []) {
      const mail = { to, template: 'alarm', subject: title, ...layout, carriesSecret: false };
      await writeMail(trx, keys, mail, nowMs);
    }
    const { operatorTelegramChat: chatId } = config;
    if (chatId === null) return;
    const text = [title, ...paragraphs, url].join('\n\n');
    await options.tell(trx, { key: `alarm:${key}:${alarm.beganMs}:${tells}`, chatId, text }, nowMs);
  };

  return { look, lasting: () => lasting };
}
