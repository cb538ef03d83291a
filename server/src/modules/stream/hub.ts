import { type Category, channelName, LIMITS, parseChannel, type WireTick } from '@rasat/contract';
import { textFrame } from './frame.ts';

/** What the hub needs of a socket; a `net.Socket` is one. */
export interface Outlet {
  write(frame: Buffer): unknown;
  /** Bytes that were written and not taken yet. */
  readonly writableLength: number;
  /** Only used while more bytes wait than the socket's own mark, so that it will drain. */
  once(event: 'drain', resume: () => void): unknown;
}

/** A socket inside the hub; the hub alone writes its fields. Kept small, since thousands of them may be idle. */
export interface Member {
  readonly outlet: Outlet;
  /** With whom it shares its frames; null without a tick channel. */
  group: Group | null;
  /** Whether it is sent the ticks of licensed symbols. */
  seesLicensed: boolean;
  /** Symbols of its analysis channels. */
  analyses: Set<string> | null;
  /** What it has missed since it reads too slowly; null while it keeps up. */
  behind: Behind | null;
  /** Called when it is too slow to be kept; closes it. */
  giveUp(): void;
}

/** What a slow member has missed: at most the symbols that it listens to. */
interface Behind {
  /** By the hub's own `now`. */
  readonly sinceMs: number;
  readonly ticks: Set<string>;
  readonly analyses: Set<string>;
  readonly lists: Set<Category>;
}

/** Members that joined exactly the same tick channels, and may have the same of them, share every frame. */
export interface Group {
  readonly key: string;
  readonly seesLicensed: boolean;
  readonly channels: readonly string[];
  symbols: ReadonlySet<string>;
  readonly members: Set<Member>;
  /** The number of the last tick that was there when it was written to. */
  writtenTo: number;
}

/** The last tick of a symbol, numbered as they came, and its text once it was written. */
interface LastTick {
  readonly tick: WireTick;
  readonly number: number;
  text: string | null;
}

/** Limits and time-outs of the hub, in milliseconds of the wall clock. */
export interface HubOptions {
  /** Ticks that arrive within one window leave in one write, the last value of each symbol alone. */
  readonly windowMs: number;
  /** A socket with more bytes waiting than this gets nothing new until it has read them all. */
  readonly staleBytes: number;
  /** A socket that stays behind for so long is given up. */
  readonly staleMs: number;
  /** For how long it writes before calls and everything else of the process have a turn. */
  readonly sliceMs: number;
  /** The clock of the time-outs: milliseconds that only grow. */
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

/** A round through the groups, each of which is written what is due to it when its turn comes. */
interface Flush {
  /** What came since the round before began, and still comes. */
  readonly due: Map<string, LastTick>;
  /** Those that have not had their turn. */
  readonly groups: Set<Group>;
  readonly beganMs: number;
}

/** How long nothing is written at least, as a share of how long it took before. */
const LEAST_PAUSE = 0.25;
/** Groups that are written to between two looks at the clock. */
const GROUPS_PER_LOOK = 20;

/** How many channels a member has joined. */
export function countChannels(member: Member): number {
  return (member.group?.channels.length ?? 0) + (member.analyses?.size ?? 0);
}

/** Spreads ticks and notices over any number of sockets with one write per socket and window. Runs until `stop`. */
export class Hub {
  readonly #options: HubOptions;
  readonly #groups = new Map<string, Group>();
  /** Members of `analysis:{s}`. */
  readonly #readers = new Map<string, Set<Member>>();
  readonly #slow = new Set<Member>();
  /** Of each symbol, for members that missed it. */
  readonly #last = new Map<string, LastTick>();
  /** What came since the last flush began. */
  #due = new Map<string, LastTick>();
  /** How many ticks have come. */
  #ticks = 0;
  /** Categories whose lists changed since the last flush. */
  readonly #dueLists = new Set<Category>();
  readonly #sweep: NodeJS.Timeout;
  #symbols: ReadonlyMap<string, Category> = new Map();
  #licensed: ReadonlySet<string> = new Set();
  /** When the first of what is due came; null while nothing is. */
  #dueSinceMs: number | null = null;
  #window: NodeJS.Timeout | undefined;
  /** The flush that is under way, and when it goes on. */
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

  /** Category channels follow the symbol list. Ticks of the symbols in `licensed` are for subscribers alone. */
  setSymbols(symbols: ReadonlyMap<string, Category>, licensed: ReadonlySet<string>): void {
    this.#symbols = symbols;
    this.#licensed = licensed;
    for (const group of this.#groups.values()) group.symbols = this.#symbolsOf(group);
    for (const symbol of this.#last.keys()) if (!symbols.has(symbol)) this.#last.delete(symbol);
  }

  /** Adds a tick channel (`tick:{s}` or `ticks:{category}`); twice is once. */
  joinTicks(member: Member, channel: string): void {
    const before = member.group?.channels ?? [];
    if (!before.includes(channel)) this.#regroup(member, [...before, channel].sort());
  }

  leaveTicks(member: Member, channel: string): void {
    const before = member.group?.channels ?? [];
    const after = before.filter((name) => name !== channel);
    if (after.length < before.length) this.#regroup(member, after);
  }

  /** Whether a tick channel carries ticks that are for subscribers alone. */
  isLicensed(channel: string): boolean {
    const asked = parseChannel(channel);
    if (asked?.kind === 'tick') return this.#licensed.has(asked.symbol);
    if (asked?.kind !== 'ticks') return false;
    return [...this.#licensed].some((symbol) => this.#symbols.get(symbol) === asked.category);
  }

  /** Says whether a member is sent the ticks of licensed symbols from now on; it keeps its channels. */
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

  /** Takes a member out of everything. */
  exit(member: Member): void {
    this.#slow.delete(member);
    member.behind = null;
    this.#regroup(member, []);
    for (const symbol of member.analyses ?? []) this.leaveAnalysis(member, symbol);
  }

  /** Ticks to be sent within the window. */
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

  /** Tells the members of `analysis:{s}` to read again. */
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

  /** Tells the members of `ticks:{category}` within the window to read the lists of these categories again. */
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

  /** Thousands of sockets take longer to write to than a call should have to wait. */
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
    // What came meanwhile has waited already, but a crowd must not be written to without a pause.
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

  /** Writes to members what came of their symbols since they were written to. */
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

  /** Writes, or answers where to note what a slow member misses. */
  #write(member: Member, frame: Buffer): Behind | null {
    if (member.behind === null && member.outlet.writableLength <= this.#options.staleBytes) {
      member.outlet.write(frame);
      return null;
    }
    return member.behind ?? this.#putAside(member);
  }

  /** Puts a member aside that has too much to read; it goes on where the prices are when it has read it. */
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
      // The new group was written what this member was not.
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

/** What came of these symbols after that tick, found by walking the shorter of the two lists. */
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
