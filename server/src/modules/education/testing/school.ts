import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ErrorBody } from '@rasat/contract';
import sharp from 'sharp';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { openFileStore } from '../../../platform/files/open-file-store.ts';
import type { ServerContext } from '../../../platform/part.ts';
import {
  startTestServer,
  type TestServer,
  type Tidy,
  testContext,
} from '../../../platform/testing.ts';
import { type PlantedPerson, plantPerson } from '../../../testing/people.ts';
import { createGuard } from '../../rights/index.ts';
import { type EducationContext, registerEducationRoutes, seedEducation } from '../index.ts';

/** Time at which the tests begin. */
export const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** Test server with lessons, and people who call it. */
export interface School {
  readonly context: ServerContext & { readonly clock: ManualClock };
  /** Context of the back office. */
  readonly education: EducationContext;
  readonly server: TestServer;
  readonly files: FileStore;
  /** Messages that the bot was asked to send. */
  readonly notified: { readonly key: string; readonly personId: number; readonly text: string }[];
  person(this: void, options?: Parameters<typeof plantPerson>[1]): Promise<PlantedPerson>;
  student(this: void, language?: 'tr' | 'az' | 'en'): Promise<PlantedPerson>;
  get<T>(this: void, who: PlantedPerson, path: string): Promise<T>;
  /** Calls with JSON; returns status and code of the answer. */
  post(this: void, who: PlantedPerson, path: string, body: unknown): Promise<Outcome>;
  put(this: void, address: string, body: Uint8Array | string, type: string): Promise<Outcome>;
  /** Requests an upload address for an image. */
  imageUrl(this: void, who: PlantedPerson, type?: string): Promise<{ url: string; id: string }>;
  /** Uploads an image and returns its id; no question or homework uses it yet. */
  upload(this: void, who: PlantedPerson): Promise<string>;
}

/** Status and error code of a call. */
export interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
}

const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background: '#00be27' } });
/** PNG of 320 by 200 pixels. */
export const PNG: Buffer = await drawn.clone().png().toBuffer();
/** The same picture as a JPEG. */
export const JPEG: Buffer = await drawn.clone().jpeg().toBuffer();

/** Reads status and error code of an answer. */
export async function outcomeOf(reply: Response): Promise<Outcome> {
  const text = await reply.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<ErrorBody>;
  return { status: reply.status, code: body.code, field: body.field };
}

/** Starts a test server with a data folder of its own; `env` selects another store. */
export async function openSchool(
  t: Tidy,
  options: { env?: Record<string, string>; uploadIdleMs?: number } = {},
): Promise<School> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rasat-school-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const clock = createManualClock(NOW);
  const env = { RASAT_DATA: folder, ...options.env };
  const context = { ...(await testContext(t, { clock, env })), clock };
  await seedEducation(context.db);
  const files = openFileStore(context.config, clock);
  const notified: School['notified'] = [];
  const tell: EducationContext['tell'] = async (_db, message) => {
    notified.push(message);
    return true;
  };
  const { uploadIdleMs } = options;
  const server = await startTestServer(t, {
    context,
    guard: createGuard(context),
    routes: (web) =>
      registerEducationRoutes(web, {
        files,
        tell,
        ...(uploadIdleMs !== undefined && { uploadIdleMs }),
      }),
  });
  const person: School['person'] = (given) => plantPerson(context, given);
  const school: School = {
    context,
    education: { ...context, files, tell },
    server,
    files,
    notified,
    person,
    student: (language = 'tr') => person({ rights: ['lesson'], language }),
    async get<T>(who: PlantedPerson, address: string) {
      const reply = await server.fetch(address, { headers: { cookie: who.cookie } });
      assert.equal(reply.status, 200, await reply.clone().text());
      return (await reply.json()) as T;
    },
    post: async (who, address, body) =>
      outcomeOf(
        await server.fetch(address, {
          method: 'POST',
          headers: { cookie: who.cookie, 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    put: async (address, body, type) =>
      outcomeOf(
        await server.fetch(address, {
          method: 'PUT',
          headers: { 'content-type': type },
          body: body as NonNullable<RequestInit['body']>,
        }),
      ),
    imageUrl: (who, type = 'image/png') => school.get(who, `/api/account/imageUrl?type=${type}`),
    async upload(who) {
      const { url, id } = await school.imageUrl(who);
      assert.equal((await school.put(url, PNG, 'image/png')).status, 200);
      return id;
    },
  };
  return school;
}
