import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type RouteContract, UNCHANGED, VERSION_HEADER } from '@rasat/contract';
import type { Clock } from '../clock.ts';
import { GZIP_FROM_BYTES, JSON_TYPE, Prepared } from './answers.ts';
import type { Call } from './route.ts';

const gzip = promisify(zlib.gzip);
const GZIP_LEVEL = 4;
/** 128 bits of a SHA-256, in base64url. */
const VERSION_LENGTH = 22;
const UNCHANGED_BODY = Buffer.from(JSON.stringify(UNCHANGED));

/** Description of a body that many callers share. */
export interface SharedBody {
  /**
   * Name of the body and of its audience: the list, its category, its audience. One body is cached for each name, so
   * names come from a short list and never from a person.
   */
  readonly name: string;
  /** Source object of the body; another object makes the body outdated. */
  readonly of: object;
  /** Longest use of the body, in milliseconds. */
  readonly lastsMs: number;
  /**
   * Creates the JSON. `content` is the part that the version is computed from, when the rest changes by itself; default
   * all of it.
   */
  make(this: void): { readonly json: string; readonly content?: string };
}

/** Cached answers of `versioned` calls, each created once for all callers of the same audience. */
export interface KeptAnswers {
  /** Answers a call with the whole body, compressed where the caller accepts that, or with `UNCHANGED`. */
  answer(call: VersionedCall, shared: SharedBody): Promise<Prepared>;
}

type VersionedCall = Pick<Call<RouteContract>, 'decodes' | 'header'> & {
  readonly query: { readonly have?: string | undefined };
};

interface Kept {
  readonly of: object;
  readonly madeMs: number;
  readonly version: string;
  readonly body: KeptBody;
}

interface KeptBody {
  readonly json: Buffer;
  /** Null until a caller accepts compression. */
  zipped: Promise<Buffer> | null;
}

/**
 * Caches the newest body of each name. Its version is a hash of its content, so it is the same in every process and
 * after every restart, and changes whenever the content does.
 */
export function keepAnswers({ steady }: Pick<Clock, 'steady'>): KeptAnswers {
  const byName = new Map<string, Kept>();

  const get = ({ name, of, lastsMs, make }: SharedBody): Kept => {
    const nowMs = steady();
    const known = byName.get(name);
    if (known?.of === of && nowMs < known.madeMs + lastsMs) return known;
    const { json, content = json } = make();
    const bytes = Buffer.from(json);
    const version = hash('sha256', content, 'base64url').slice(0, VERSION_LENGTH);
    const body = known?.body.json.equals(bytes) ? known.body : { json: bytes, zipped: null };
    const kept = { of, madeMs: nowMs, version, body };
    byName.set(name, kept);
    return kept;
  };

  return {
    async answer({ query, decodes, header }, shared) {
      const { version, body } = get(shared);
      header(VERSION_HEADER, version);
      if (query.have === version) return new Prepared(UNCHANGED_BODY);
      if (body.json.length < GZIP_FROM_BYTES || !decodes('gzip')) return new Prepared(body.json);
      body.zipped ??= gzip(body.json, { level: GZIP_LEVEL });
      return new Prepared(await body.zipped, JSON_TYPE, 200, 'gzip');
    },
  };
}
