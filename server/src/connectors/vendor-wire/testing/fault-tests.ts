export { testReplyFaults } from './reply-fault-tests.ts';
export { testStreamFaults } from './stream-fault-tests.ts';
