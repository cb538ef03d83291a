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

/** How a body that many callers share is made. */
export interface SharedBody {
  /**
   * Names the body and all who may have it: the list, its category, its audience. One body is kept for each name,
   * so names come from a short list and never from a person.
   */
  readonly name: string;
  /** What it is made of; the body is made again when this is another object. */
  readonly of: object;
  /** How long it is answered at most, in milliseconds. */
  readonly lastsMs: number;
  /** Makes the JSON. `content` is the part that makes a version, when the rest changes by itself; default all of it. */
  make(this: void): { readonly json: string; readonly content?: string };
}

/** Answers of `versioned` calls, each made once for all who may have the same. */
export interface KeptAnswers {
  /** Answers a call with the whole body, compressed where the caller reads that, or with `UNCHANGED`. */
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
  /** Null until a caller reads it compressed. */
  zipped: Promise<Buffer> | null;
}

/**
 * Keeps the newest body of each name. Its version is a hash of its content: the same for every process and after every
 * restart, and different whenever the body is.
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
