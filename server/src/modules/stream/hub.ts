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
}

/** How patient the hub is. All times in milliseconds of the wall clock. */
export interface HubOptions {
  /** Ticks that arrive within one window leave in one write, the last value of each symbol alone. */
  readonly windowMs: number;
  /** A socket with more bytes waiting than this gets nothing new until it has read them all. */
  readonly staleBytes: number;
  /** A socket that stays behind for so long is given up. */
  readonly staleMs: number;
  /** For how long it writes before calls and everything else of the process have a turn. */
  readonly sliceMs: number;
  /** By which patience is measured: milliseconds that only grow. */
  now(this: void): number;
}

/** Patience of a running server. */
export const HUB_DEFAULTS: HubOptions = {
  windowMs: 50,
  staleBytes: 65_536,
  staleMs: 30_000,
  sliceMs: 5,
  now: () => performance.now(),
};

/** Ticks on their way to the groups that have not got them yet. */
interface Flush {
  readonly texts: ReadonlyMap<string, string>;
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
  /** The last tick of each symbol, for members that missed it. */
  readonly #last = new Map<string, WireTick>();
  /** Ticks of the window that is running. */
  readonly #due = new Map<string, WireTick>();
  /** Categories whose lists changed within it. */
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
    for (const { s, d, p } of ticks) this.#due.set(s, { s, d, p });
    if (this.#due.size > 0) this.#openWindow();
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
    const texts = new Map<string, string>();
    for (const [symbol, tick] of this.#due) {
      texts.set(symbol, JSON.stringify(tick));
      this.#last.set(symbol, tick);
    }
    this.#due.clear();
    this.#dueSinceMs = null;
    const beganMs = this.#options.now();
    this.#flush = { texts, groups: new Set(this.#groups.values()), beganMs };
    this.#writeSlice(this.#flush);
  }

  /** Thousands of sockets take longer to write to than a call should have to wait. */
  #writeSlice({ texts, groups, beganMs }: Flush): void {
    const { now, sliceMs, windowMs } = this.#options;
    const untilMs = now() + sliceMs;
    let looks = 0;
    for (const group of groups) {
      groups.delete(group);
      this.#writeTicks(group, group.members, texts);
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

  /** Writes to some members of a group what is due of its symbols. */
  #writeTicks(group: Group, members: Iterable<Member>, texts: ReadonlyMap<string, string>): void {
    const due = intersect(group.symbols, texts);
    if (due.length === 0) return;
    const frame = textFrame(`[${due.map((symbol) => texts.get(symbol)).join()}]`);
    for (const member of members) {
      const behind = this.#write(member, frame);
      if (behind) for (const symbol of due) behind.ticks.add(symbol);
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
    const ticks: WireTick[] = [];
    for (const symbol of behind.ticks) {
      const tick = member.group?.symbols.has(symbol) ? this.#last.get(symbol) : undefined;
      if (tick) ticks.push(tick);
    }
    if (ticks.length > 0) outlet.write(textFrame(JSON.stringify(ticks)));
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
    // Its new group may have been written to already.
    if (old && channels.length > 0 && this.#flush?.groups.has(old)) {
      this.#writeTicks(old, [member], this.#flush.texts);
    }
    if (old?.members.delete(member) && old.members.size === 0) this.#groups.delete(old.key);
    member.group = null;
    if (channels.length === 0) return;
    const { seesLicensed } = member;
    const key = `${seesLicensed} ${channels.join(' ')}`;
    let group = this.#groups.get(key);
    if (!group) {
      const symbols = this.#symbolsOf({ channels, seesLicensed });
      group = { key, channels, seesLicensed, symbols, members: new Set() };
      this.#groups.set(key, group);
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

const analysisFrame = (symbol: string): Buffer => textFrame(JSON.stringify({ analysis: symbol }));
const listsFrame = (category: Category): Buffer => textFrame(JSON.stringify({ lists: category }));

function followsLists({ channels }: Group, category: Category): boolean {
  return channels.includes(channelName({ kind: 'ticks', category }));
}

/** The names in both, by walking the smaller one. */
function intersect(wanted: ReadonlySet<string>, texts: ReadonlyMap<string, string>): string[] {
  if (wanted.size <= texts.size) return [...wanted].filter((s) => texts.has(s));
  return [...texts.keys()].filter((s) => wanted.has(s));
}
