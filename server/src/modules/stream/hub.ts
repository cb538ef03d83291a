import { type Category, LIMITS, type WireTick } from '@rasat/contract';
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
  /** Symbols of its analysis channels. */
  analyses: Set<string> | null;
  /** What it has missed since it reads too slowly; null while it keeps up. */
  behind: Behind | null;
  /** Called when it is too slow to be kept; closes it. */
  giveUp(): void;
}

/** What a slow member has missed: at most the symbols that it listens to. */
interface Behind {
  /** On `performance.now()`. */
  readonly sinceMs: number;
  readonly ticks: Set<string>;
  readonly analyses: Set<string>;
}

/** Members that joined exactly the same tick channels share every frame. */
export interface Group {
  readonly key: string;
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
}

/** Patience of a running server. */
export const HUB_DEFAULTS: HubOptions = { windowMs: 50, staleBytes: 65_536, staleMs: 30_000 };

/** Spreads ticks and notices over any number of sockets with one write per socket and window. */
export interface Hub {
  /** Adds or removes a tick channel (`tick:{s}` or `ticks:{category}`); twice is once. */
  joinTicks(member: Member, channel: string): void;
  leaveTicks(member: Member, channel: string): void;
  joinAnalysis(member: Member, symbol: string): void;
  leaveAnalysis(member: Member, symbol: string): void;
  /** Takes a member out of everything. */
  exit(member: Member): void;
  /** Ticks to be sent within the window. */
  offer(ticks: readonly WireTick[]): void;
  /** Tells the members of `analysis:{s}` to read again. */
  notice(symbols: readonly string[]): void;
  /** Category channels follow the symbol list. */
  setSymbols(symbols: ReadonlyMap<string, Category>): void;
  readonly symbols: ReadonlyMap<string, Category>;
  stop(): void;
}

/** How many channels a member has joined. */
export function countChannels(member: Member): number {
  return (member.group?.channels.length ?? 0) + (member.analyses?.size ?? 0);
}

/** A hub without members. Its timers run until `stop`. */
export function createHub(options: HubOptions): Hub {
  const { windowMs, staleBytes, staleMs } = options;
  const groups = new Map<string, Group>();
  const readers = new Map<string, Set<Member>>();
  const slow = new Set<Member>();
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

  const regroup = (member: Member, channels: readonly string[]): void => {
    const old = member.group;
    if (old?.members.delete(member) && old.members.size === 0) groups.delete(old.key);
    member.group = null;
    if (channels.length === 0) return;
    const key = channels.join(' ');
    let group = groups.get(key);
    if (!group) {
      group = { key, channels, symbols: symbolsOf(channels), members: new Set() };
      groups.set(key, group);
    }
    group.members.add(member);
    member.group = group;
  };

  const leaveAnalysis = (member: Member, symbol: string): void => {
    if (!member.analyses?.delete(symbol)) return;
    const set = readers.get(symbol);
    if (set?.delete(member) && set.size === 0) readers.delete(symbol);
  };

  const resume = (member: Member): void => {
    const { behind } = member;
    if (!behind || !slow.delete(member)) return;
    member.behind = null;
    const ticks: WireTick[] = [];
    for (const symbol of behind.ticks) {
      const tick = member.group?.symbols.has(symbol) ? last.get(symbol) : undefined;
      if (tick) ticks.push(tick);
    }
    if (ticks.length > 0) member.outlet.write(textFrame(JSON.stringify(ticks)));
    for (const symbol of behind.analyses) {
      if (member.analyses?.has(symbol)) member.outlet.write(analysisFrame(symbol));
    }
  };

  /** Puts a member aside that has too much to read; it goes on where it is when it has read it. */
  const putAside = (member: Member): Behind => {
    const { outlet } = member;
    const behind = {
      sinceMs: performance.now(),
      ticks: new Set<string>(),
      analyses: new Set<string>(),
    };
    member.behind = behind;
    slow.add(member);
    if (outlet.writableLength > LIMITS.liveBufferedBytes) member.giveUp();
    else outlet.once('drain', () => resume(member));
    return behind;
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
        if (member.behind === null && member.outlet.writableLength <= staleBytes) {
          member.outlet.write(frame);
        } else {
          const { ticks } = member.behind ?? putAside(member);
          for (const symbol of due) ticks.add(symbol);
        }
      }
    }
  };

  const sweep = setInterval(
    () => {
      const limit = performance.now() - staleMs;
      for (const member of slow) {
        if (member.behind && member.behind.sinceMs < limit) member.giveUp();
      }
    },
    Math.min(1000, staleMs),
  );
  sweep.unref();

  return {
    joinTicks(member, channel) {
      const before = member.group?.channels ?? [];
      if (!before.includes(channel)) regroup(member, [...before, channel].sort());
    },
    leaveTicks(member, channel) {
      const before = member.group?.channels ?? [];
      if (!before.includes(channel)) return;
      regroup(
        member,
        before.filter((name) => name !== channel),
      );
    },
    joinAnalysis(member, symbol) {
      member.analyses ??= new Set();
      member.analyses.add(symbol);
      const set = readers.get(symbol);
      if (set) set.add(member);
      else readers.set(symbol, new Set([member]));
    },
    leaveAnalysis,
    exit(member) {
      slow.delete(member);
      member.behind = null;
      regroup(member, []);
      for (const symbol of member.analyses ?? []) leaveAnalysis(member, symbol);
    },
    offer(ticks) {
      for (const tick of ticks) dirty.set(tick.s, { s: tick.s, d: tick.d, p: tick.p });
      if (dirty.size > 0) timer ??= setTimeout(flush, windowMs);
    },
    notice(changed) {
      for (const symbol of changed) {
        const set = readers.get(symbol);
        if (!set) continue;
        const frame = analysisFrame(symbol);
        for (const member of set) {
          if (member.behind === null && member.outlet.writableLength <= staleBytes) {
            member.outlet.write(frame);
          } else {
            (member.behind ?? putAside(member)).analyses.add(symbol);
          }
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
    stop() {
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}

const analysisFrame = (symbol: string): Buffer => textFrame(JSON.stringify({ analysis: symbol }));

/** The names in both, by walking the smaller one. */
function intersect(wanted: ReadonlySet<string>, texts: ReadonlyMap<string, string>): string[] {
  if (wanted.size <= texts.size) return [...wanted].filter((s) => texts.has(s));
  return [...texts.keys()].filter((s) => wanted.has(s));
}
