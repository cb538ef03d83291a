import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';

// Migrates a database completely, as a start does: `node migrate-process.ts SOCKET_FOLDER DATABASE`. Prints `begins`
// and `done`.
const [host = '', database = ''] = process.argv.slice(2);
const db = openPool({ host, user: 'rasat', database }, { maxConnections: 1, name: 'killed' });
process.stdout.write('begins\n');
await migrate(db);
process.stdout.write('done\n');
await db.destroy();
