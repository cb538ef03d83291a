import { sql } from 'kysely';
import { topic } from './bus/bus.ts';
import { runInThread } from './thread-part.ts';

// Worker of thread-part.test.ts: answers messages with its own time, fails on request, and tells of its stop.

await runInThread(async ({ bus, clock, db }) => {
  const { rows } = await sql`select current_database()`.execute(db);
  const leave = bus.subscribe(topic<string>('test.orders'), (text) => {
    if (text === 'break')
      setImmediate(() => {
        throw new Error('broken on purpose');
      });
    else bus.publish(topic('test.answers'), { text, now: clock.now() });
  });
  return [
    {
      name: 'echo',
      status: () => ({ ready: true, detail: `${rows.length} database` }),
      stop: async () => {
        leave();
        bus.publish(topic('test.answers'), { text: 'stopped', now: clock.now() });
      },
    },
  ];
});
