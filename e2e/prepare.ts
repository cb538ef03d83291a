import { spawnSite } from '../server/src/testing/site-process.ts';

// `node e2e/prepare.ts`: starts the server that the browser tests of a run share, which first fills the markets.
// Prints its address as a line of JSON and ends with its input.

const { stop, ...address } = await spawnSite();
console.log(JSON.stringify(address));
await new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).resume();
});
await stop();
