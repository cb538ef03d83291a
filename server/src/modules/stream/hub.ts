import { type Category, channelName, LIMITS, parseChannel, type WireTick } from '@rasat/contract';
import { textFrame } from './frame.ts';

/** Socket as the hub uses it; a `net.Socket` fits. */
export interface Outlet {
  write(frame: Buffer): unknown;
  /** Bytes written but not yet sent. */
  readonly writableLength: number;
  /** Only used while more bytes wait than the socket's own high-water mark, so that it will drain. */
  once(event: 'drain', resume: () => void): unknown;
}

/** Socket in the hub, which alone writes its fields. Kept small, since thousands of sockets may be idle. */
export interface Member {
  readonly outlet: Outlet;
  /** Group with which the member shares its frames; null without a tick channel. */
  group: Group | null;
  /** Whether the member receives the ticks of licensed symbols. */
  seesLicensed: boolean;
  /** Symbols of its analysis channels. */
  analyses: Set<string> | null;
  /** Updates missed since the member became too slow; null while it keeps up. */
  behind: Behind | null;
  /** Closes a member that is too slow. */
  giveUp(): void;
}

/** Updates that a slow member has missed: at most the symbols to which it listens. */
interface Behind {
  /** Start of the delay, by the hub's own `now`. */
  readonly sinceMs: number;
  readonly ticks: Set<string>;
  readonly analyses: Set<string>;
  readonly lists: Set<Category>;
}

/** Members that joined exactly the same tick channels, with the same rights, and share every frame. */
export interface Group {
  readonly key: string;
  readonly seesLicensed: boolean;
  readonly channels: readonly string[];
  symbols: ReadonlySet<string>;
  readonly members: Set<Member>;
  /** Number of the newest tick at the time of the last write. */
  writtenTo: number;
}

/** Last tick of a symbol, numbered in the order of arrival, and its text after the first write. */
interface LastTick {
  readonly tick: WireTick;
  readonly number: number;
  text: string | null;
}

/** Limits and time-outs of the hub, in milliseconds of the wall clock. */
export interface HubOptions {
  /** Window in which ticks are collected for one write, with only the last value of each symbol. */
  readonly windowMs: number;
  /** Number of waiting bytes above which a socket gets nothing new until it has read them all. */
  readonly staleBytes: number;
  /** Time after which a socket that stays behind is closed. */
  readonly staleMs: number;
  /** Longest time of writing before calls and the rest of the process have a turn. */
  readonly sliceMs: number;
  /** Clock of the time-outs: milliseconds that only grow. */
  now(this: void): number;
}

/** Limits of a running server. */
export const HUB_DEFAULTS: HubOptions = {
  windowMs: 50,
  staleBytes: 65_536,
  staleMs: 30_000,
  sliceMs: 5,
  now: () => performance.now(),
};

/** Round of writes to the groups, each of which gets its due ticks in its turn. */
interface Flush {
  /** Ticks since the start of the previous round, including those that still arrive. */
  readonly due: Map<string, LastTick>;
  /** Groups that have not had their turn. */
  readonly groups: Set<Group>;
  readonly beganMs: number;
}

/** Shortest pause between rounds, as a share of the duration of the round before. */
const LEAST_PAUSE = 0.25;
/** Groups written between two checks of the clock. */
const GROUPS_PER_LOOK = 20;

/** Returns the number of channels that a member has joined. */
export function countChannels(member: Member): number {
  return (member.group?.channels.length ?? 0) + (member.analyses?.size ?? 0);
}

/** Sends ticks and notices to any number of sockets with one write per socket and window. Runs until `stop`. */
export class Hub {
  readonly #options: HubOptions;
  readonly #groups = new Map<string, Group>();
  /** Members of `analysis:{s}`. */
  readonly #readers = new Map<string, Set<Member>>();
  readonly #slow = new Set<Member>();
  /** Last tick of each symbol, for members that missed it. */
  readonly #last = new Map<string, LastTick>();
  /** Ticks since the last flush began. */
  #due = new Map<string, LastTick>();
  /** Number of ticks so far. */
  #ticks = 0;
  /** Categories whose lists changed since the last flush. */
  readonly #dueLists = new Set<Category>();
  readonly #sweep: NodeJS.Timeout;
  #symbols: ReadonlyMap<string, Category> = new Map();
  #licensed: ReadonlySet<string> = new Set();
  /** Time at which the first due tick or notice arrived; null without one. */
  #dueSinceMs: number | null = null;
  #window: NodeJS.Timeout | undefined;
  /** Running flush, and its next slice. */
  #flush: Flush | null = null;
  #nextSlice: NodeJS.Immediate | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#dropSlow(), Math.min(1000, options.staleMs));
    this.#sweep.unref();
  }

  get symbols(): ReadonlyMap<string, Category> {
    return this.#symbols;
  }

  /**
   * Sets the listed symbols, which category channels follow. Ticks of the symbols in `licensed` are for subscribers
   * only.
   */
  setSymbols(symbols: ReadonlyMap<string, Category>, licensed: ReadonlySet<string>): void {
    this.#symbols = symbols;
    this.#licensed = licensed;
    for (const group of this.#groups.values()) group.symbols = this.#symbolsOf(group);
    for (const symbol of this.#last.keys()) if (!symbols.has(symbol)) this.#last.delete(symbol);
  }

  /** Adds a tick channel (`tick:{s}` or `ticks:{category}`); a second call changes nothing. */
  joinTicks(member: Member, channel: string): void {
    const before = member.group?.channels ?? [];
    if (!before.includes(channel)) this.#regroup(member, [...before, channel].sort());
  }

  leaveTicks(member: Member, channel: string): void {
    const before = member.group?.channels ?? [];
    const after = before.filter((name) => name !== channel);
    if (after.length < before.length) this.#regroup(member, after);
  }

  /** Whether a tick channel has ticks that are for subscribers only. */
  isLicensed(channel: string): boolean {
    const asked = parseChannel(channel);
    if (asked?.kind === 'tick') return this.#licensed.has(asked.symbol);
    if (asked?.kind !== 'ticks') return false;
    return [...this.#licensed].some((symbol) => this.#symbols.get(symbol) === asked.category);
  }

  /** Sets whether a member receives the ticks of licensed symbols; it keeps its channels. */
  setSeesLicensed(member: Member, seesLicensed: boolean): void {
    if (member.seesLicensed === seesLicensed) return;
    member.seesLicensed = seesLicensed;
    this.#regroup(member, member.group?.channels ?? []);
  }

  joinAnalysis(member: Member, symbol: string): void {
    member.analyses ??= new Set();
    member.analyses.add(symbol);
    const set = this.#readers.get(symbol);
    if (set) set.add(member);
    else this.#readers.set(symbol, new Set([member]));
  }

  leaveAnalysis(member: Member, symbol: string): void {
    if (!member.analyses?.delete(symbol)) return;
    const set = this.#readers.get(symbol);
    if (set?.delete(member) && set.size === 0) this.#readers.delete(symbol);
  }

  /** Removes a member from all channels. */
  exit(member: Member): void {
    this.#slow.delete(member);
    member.behind = null;
    this.#regroup(member, []);
    for (const symbol of member.analyses ?? []) this.leaveAnalysis(member, symbol);
  }

  /** Accepts ticks to send within the window. */
  offer(ticks: readonly WireTick[]): void {
    for (const { s, d, p } of ticks) {
      this.#ticks += 1;
      const last = { tick: { s, d, p }, number: this.#ticks, text: null };
      this.#last.set(s, last);
      this.#due.set(s, last);
      this.#flush?.due.set(s, last);
    }
    if (ticks.length > 0) this.#openWindow();
  }

  /** Notifies the members of `analysis:{s}` that they should read again. */
  notice(symbols: readonly string[]): void {
    for (const symbol of symbols) {
      const members = this.#readers.get(symbol);
      if (!members) continue;
      const frame = analysisFrame(symbol);
      for (const member of members) {
        this.#write(member, frame)?.analyses.add(symbol);
      }
    }
  }

  /**
   * Notifies the members of `ticks:{category}`, within the window, that they should read these categories' lists again.
   */
  noticeLists(categories: Iterable<Category>): void {
    for (const category of categories) this.#dueLists.add(category);
    if (this.#dueLists.size > 0) this.#openWindow();
  }

  stop(): void {
    clearTimeout(this.#window);
    clearImmediate(this.#nextSlice);
    clearInterval(this.#sweep);
  }

  #openWindow(): void {
    this.#dueSinceMs ??= this.#options.now();
    if (!this.#flush) this.#closeWindowIn(this.#options.windowMs);
  }

  #closeWindowIn(ms: number): void {
    this.#window ??= setTimeout(() => this.#closeWindow(), ms);
  }

  #closeWindow(): void {
    this.#window = undefined;
    const beganMs = this.#options.now();
    this.#flush = { due: this.#due, groups: new Set(this.#groups.values()), beganMs };
    this.#due = new Map();
    this.#dueSinceMs = null;
    this.#writeSlice(this.#flush);
  }

  /** Writes for `sliceMs`, then continues in a later turn: thousands of sockets take longer than a call should wait. */
  #writeSlice({ due, groups, beganMs }: Flush): void {
    const { now, sliceMs, windowMs } = this.#options;
    const untilMs = now() + sliceMs;
    let looks = 0;
    for (const group of groups) {
      groups.delete(group);
      this.#writeTicks(group, group.members, due);
      group.writtenTo = this.#ticks;
      looks += 1;
      if (looks % GROUPS_PER_LOOK > 0 || now() < untilMs) continue;
      this.#nextSlice = setImmediate(() => this.#flush && this.#writeSlice(this.#flush));
      return;
    }
    this.#flush = null;
    this.#writeLists();
    if (this.#dueSinceMs === null) return;
    // These ticks have already waited, but writes to many sockets need a pause in between.
    const pauseMs = (now() - beganMs) * LEAST_PAUSE;
    this.#closeWindowIn(Math.max(pauseMs, this.#dueSinceMs + windowMs - now()));
  }

  #writeLists(): void {
    for (const category of this.#dueLists) {
      const frame = listsFrame(category);
      for (const group of this.#groups.values()) {
        if (!followsLists(group, category)) continue;
        for (const member of group.members) this.#write(member, frame)?.lists.add(category);
      }
    }
    this.#dueLists.clear();
  }

  /** Writes to members the ticks of their symbols since the last write. */
  #writeTicks(
    written: Pick<Group, 'symbols' | 'writtenTo'>,
    members: Iterable<Member>,
    due: ReadonlyMap<string, LastTick>,
  ): void {
    const ticks = listDue(written, due);
    if (ticks.length === 0) return;
    const frame = ticksFrame(ticks);
    for (const member of members) {
      const behind = this.#write(member, frame);
      if (behind) for (const { tick } of ticks) behind.ticks.add(tick.s);
    }
  }

  /** Writes a frame, or returns the list in which to note what a slow member misses. */
  #write(member: Member, frame: Buffer): Behind | null {
    if (member.behind === null && member.outlet.writableLength <= this.#options.staleBytes) {
      member.outlet.write(frame);
      return null;
    }
    return member.behind ?? this.#putAside(member);
  }

  /** Stops writing to a slow member; after it has read its bytes it continues with the current prices. */
  #putAside(member: Member): Behind {
    const sinceMs = this.#options.now();
    const behind: Behind = { sinceMs, ticks: new Set(), analyses: new Set(), lists: new Set() };
    member.behind = behind;
    this.#slow.add(member);
    if (member.outlet.writableLength > LIMITS.liveBufferedBytes) member.giveUp();
    else member.outlet.once('drain', () => this.#resume(member));
    return behind;
  }

  #resume(member: Member): void {
    const { behind, outlet } = member;
    if (!behind || !this.#slow.delete(member)) return;
    member.behind = null;
    const ticks: LastTick[] = [];
    for (const symbol of behind.ticks) {
      const last = member.group?.symbols.has(symbol) ? this.#last.get(symbol) : undefined;
      if (last) ticks.push(last);
    }
    if (ticks.length > 0) outlet.write(ticksFrame(ticks));
    for (const symbol of behind.analyses) {
      if (member.analyses?.has(symbol)) outlet.write(analysisFrame(symbol));
    }
    for (const category of behind.lists) {
      if (member.group && followsLists(member.group, category)) outlet.write(listsFrame(category));
    }
  }

  #dropSlow(): void {
    const limit = this.#options.now() - this.#options.staleMs;
    for (const member of this.#slow) {
      if (member.behind && member.behind.sinceMs < limit) member.giveUp();
    }
  }

  #regroup(member: Member, channels: readonly string[]): void {
    const old = member.group;
    if (old?.members.delete(member) && old.members.size === 0) this.#groups.delete(old.key);
    member.group = null;
    if (channels.length === 0) return;
    const { seesLicensed } = member;
    const key = `${seesLicensed} ${channels.join(' ')}`;
    let group = this.#groups.get(key);
    if (!group) {
      const symbols = this.#symbolsOf({ channels, seesLicensed });
      const writtenTo = old?.writtenTo ?? 0;
      group = { key, channels, seesLicensed, symbols, members: new Set(), writtenTo };
      this.#groups.set(key, group);
      this.#flush?.groups.add(group);
    } else if (old && old.writtenTo < group.writtenTo) {
      // The new group has received ticks that this member has not.
      const { symbols } = group;
      const { writtenTo } = old;
      this.#writeTicks({ symbols, writtenTo }, [member], this.#flush?.due ?? this.#due);
    }
    group.members.add(member);
    member.group = group;
  }

  #symbolsOf({ channels, seesLicensed }: Pick<Group, 'channels' | 'seesLicensed'>): Set<string> {
    const symbols = this.#listSymbols(channels);
    return new Set(symbols.filter((symbol) => seesLicensed || !this.#licensed.has(symbol)));
  }

  #listSymbols(channels: readonly string[]): string[] {
    return channels.flatMap((name) => {
      const channel = parseChannel(name);
      if (channel?.kind === 'tick') return [channel.symbol];
      if (channel?.kind !== 'ticks') return [];
      const listed = [...this.#symbols];
      return listed.flatMap(([symbol, category]) =>
        category === channel.category ? [symbol] : [],
      );
    });
  }
}

function ticksFrame(ticks: readonly LastTick[]): Buffer {
  return textFrame(`[${ticks.map(textOf).join()}]`);
}

function textOf(last: LastTick): string {
  last.text ??= JSON.stringify(last.tick);
  return last.text;
}

const analysisFrame = (symbol: string): Buffer => textFrame(JSON.stringify({ analysis: symbol }));
const listsFrame = (category: Category): Buffer => textFrame(JSON.stringify({ lists: category }));

function followsLists({ channels }: Group, category: Category): boolean {
  return channels.includes(channelName({ kind: 'ticks', category }));
}

/** Returns the ticks of these symbols after number `writtenTo`; iterates over the shorter of the two lists. */
function listDue(
  { symbols, writtenTo }: Pick<Group, 'symbols' | 'writtenTo'>,
  due: ReadonlyMap<string, LastTick>,
): LastTick[] {
  const ticks: LastTick[] = [];
  const take = (last: LastTick | undefined): void => {
    if (last && last.number > writtenTo) ticks.push(last);
  };
  if (symbols.size <= due.size) for (const symbol of symbols) take(due.get(symbol));
  else for (const [symbol, last] of due) take(symbols.has(symbol) ? last : undefined);
  return ticks;
}
