import { type Category, LIMITS, type WireTick } from '@rasat/contract';
import { textFrame } from './frame.ts';

/** What the hub needs of a socket. */
export interface Outlet {
  /** Hands bytes to the operating system or queues them. */
  write(frame: Buffer): void;
  /** Bytes that were written and not taken yet. */
  readonly writableLength: number;
  /** Calls once when the queue has run empty; only asked while the queue is longer than the outlet's own mark. */
  onceDrained(resume: () => void): void;
}

/** How patient the hub is. All times in milliseconds of the wall clock. */
export interface HubOptions {
  /** Ticks that arrive within one window leave in one write, the last value of each symbol alone. */
  readonly windowMs: number;
  /** A socket with more bytes waiting than this gets nothing new until it has read them all. */
  readonly staleBytes: number;
  /** A socket that stays behind for so long is given up. */
  readonly staleMs: number;
  /** Called with a member that is too slow; the caller closes it. */
  readonly onSlow: (member: Member) => void;
}

/** A socket inside the hub. */
export interface Member {
  readonly outlet: Outlet;
  readonly tickChannels: Set<string>;
  readonly analysisSymbols: Set<string>;
  group: Group | null;
  /** Since when it reads too slowly, on `performance.now()`; null while it keeps up. */
  staleSinceMs: number | null;
  /** Symbols whose ticks it has missed meanwhile, at most those of its group. */
  readonly missedTicks: Set<string>;
  /** Symbols whose analysis changed meanwhile, at most those it has joined. */
  readonly missedAnalyses: Set<string>;
}

/** Members that joined exactly the same tick channels share every frame. */
interface Group {
  readonly key: string;
  readonly channels: readonly string[];
  symbols: ReadonlySet<string>;
  readonly members: Set<Member>;
}

/** Spreads ticks and notices over any number of sockets with one write per socket and window. */
export interface Hub {
  /** A new socket without channels. */
  enter(outlet: Outlet): Member;
  /** Takes a socket out; calling twice does nothing. */
  exit(member: Member): void;
  joinTicks(member: Member, channel: string): void;
  leaveTicks(member: Member, channel: string): void;
  joinAnalysis(member: Member, symbol: string): void;
  leaveAnalysis(member: Member, symbol: string): void;
  /** Ticks to be sent within the window. */
  offer(ticks: readonly WireTick[]): void;
  /** Tells the members of `analysis:{s}` to read again. */
  notice(symbols: readonly string[]): void;
  /** Category channels follow the symbol list. */
  setSymbols(symbols: ReadonlyMap<string, Category>): void;
  readonly symbols: ReadonlyMap<string, Category>;
  readonly size: number;
  stop(): void;
}

/** Patience of a running server. */
export const HUB_DEFAULTS = { windowMs: 50, staleBytes: 65_536, staleMs: 30_000 } as const;

/** A hub without sockets. Its timers run until `stop`. */
export function createHub(options: HubOptions): Hub {
  const groups = new Map<string, Group>();
  const readers = new Map<string, Set<Member>>();
  const members = new Set<Member>();
  const stale = new Set<Member>();
  const last = new Map<string, WireTick>();
  const dirty = new Map<string, WireTick>();
  let symbols: ReadonlyMap<string, Category> = new Map();
  let timer: NodeJS.Timeout | undefined;

  const symbolsOf = (channels: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const channel of channels) {
      const at = channel.indexOf(':');
      const name = channel.slice(at + 1);
      if (channel.slice(0, at) === 'tick') found.add(name);
      else for (const [symbol, category] of symbols) if (category === name) found.add(symbol);
    }
    return found;
  };

  const regroup = (member: Member): void => {
    const old = member.group;
    if (old) {
      old.members.delete(member);
      if (old.members.size === 0) groups.delete(old.key);
    }
    member.group = null;
    if (member.tickChannels.size === 0) return;
    const channels = [...member.tickChannels].sort();
    const key = channels.join(' ');
    let group = groups.get(key);
    if (!group) {
      group = { key, channels, symbols: symbolsOf(channels), members: new Set() };
      groups.set(key, group);
    }
    group.members.add(member);
    member.group = group;
  };

  const resume = (member: Member): void => {
    if (!members.has(member)) return;
    stale.delete(member);
    member.staleSinceMs = null;
    const ticks: WireTick[] = [];
    for (const symbol of member.missedTicks) {
      const tick = member.group?.symbols.has(symbol) ? last.get(symbol) : undefined;
      if (tick) ticks.push(tick);
    }
    const notices = [...member.missedAnalyses].filter((s) => member.analysisSymbols.has(s));
    member.missedTicks.clear();
    member.missedAnalyses.clear();
    if (ticks.length > 0) member.outlet.write(textFrame(JSON.stringify(ticks)));
    for (const symbol of notices) member.outlet.write(analysisFrame(symbol));
  };

  /** Whether the member can take a frame now; one that cannot is put aside until it has drained. */
  const ready = (member: Member): boolean => {
    if (member.staleSinceMs !== null) return false;
    const waiting = member.outlet.writableLength;
    if (waiting <= options.staleBytes) return true;
    member.staleSinceMs = performance.now();
    stale.add(member);
    if (waiting > LIMITS.liveBufferedBytes) options.onSlow(member);
    else member.outlet.onceDrained(() => resume(member));
    return false;
  };

  const flush = (): void => {
    timer = undefined;
    const texts = new Map<string, string>();
    for (const [symbol, tick] of dirty) {
      texts.set(symbol, JSON.stringify(tick));
      last.set(symbol, tick);
    }
    dirty.clear();
    for (const group of groups.values()) {
      const due = intersect(group.symbols, texts);
      if (due.length === 0) continue;
      const frame = textFrame(`[${due.map((s) => texts.get(s)).join()}]`);
      for (const member of group.members) {
        if (ready(member)) member.outlet.write(frame);
        else for (const symbol of due) member.missedTicks.add(symbol);
      }
    }
  };

  const sweep = setInterval(
    () => {
      const limit = performance.now() - options.staleMs;
      for (const member of stale) {
        if (member.staleSinceMs !== null && member.staleSinceMs < limit) options.onSlow(member);
      }
    },
    Math.min(1000, options.staleMs),
  );
  sweep.unref();

  return {
    enter(outlet) {
      const member: Member = {
        outlet,
        tickChannels: new Set(),
        analysisSymbols: new Set(),
        group: null,
        staleSinceMs: null,
        missedTicks: new Set(),
        missedAnalyses: new Set(),
      };
      members.add(member);
      return member;
    },
    exit(member) {
      members.delete(member);
      stale.delete(member);
      member.tickChannels.clear();
      regroup(member);
      for (const symbol of member.analysisSymbols) forget(readers, symbol, member);
      member.analysisSymbols.clear();
    },
    joinTicks(member, channel) {
      if (member.tickChannels.has(channel)) return;
      member.tickChannels.add(channel);
      regroup(member);
    },
    leaveTicks(member, channel) {
      if (member.tickChannels.delete(channel)) regroup(member);
    },
    joinAnalysis(member, symbol) {
      member.analysisSymbols.add(symbol);
      const set = readers.get(symbol);
      if (set) set.add(member);
      else readers.set(symbol, new Set([member]));
    },
    leaveAnalysis(member, symbol) {
      if (member.analysisSymbols.delete(symbol)) forget(readers, symbol, member);
    },
    offer(ticks) {
      for (const tick of ticks) dirty.set(tick.s, { s: tick.s, d: tick.d, p: tick.p });
      if (dirty.size > 0) timer ??= setTimeout(flush, options.windowMs);
    },
    notice(changed) {
      for (const symbol of changed) {
        const set = readers.get(symbol);
        if (!set) continue;
        const frame = analysisFrame(symbol);
        for (const member of set) {
          if (ready(member)) member.outlet.write(frame);
          else member.missedAnalyses.add(symbol);
        }
      }
    },
    setSymbols(list) {
      symbols = list;
      for (const group of groups.values()) group.symbols = symbolsOf(group.channels);
      for (const symbol of last.keys()) if (!list.has(symbol)) last.delete(symbol);
    },
    get symbols() {
      return symbols;
    },
    get size() {
      return members.size;
    },
    stop() {
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}

const analysisFrame = (symbol: string): Buffer => textFrame(JSON.stringify({ analysis: symbol }));

function forget(readers: Map<string, Set<Member>>, symbol: string, member: Member): void {
  const set = readers.get(symbol);
  if (!set) return;
  set.delete(member);
  if (set.size === 0) readers.delete(symbol);
}

/** The names in both, by walking the smaller one. */
function intersect(wanted: ReadonlySet<string>, texts: ReadonlyMap<string, string>): string[] {
  if (wanted.size <= texts.size) return [...wanted].filter((s) => texts.has(s));
  return [...texts.keys()].filter((s) => wanted.has(s));
}
