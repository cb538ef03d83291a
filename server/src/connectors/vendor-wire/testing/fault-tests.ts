export type { FaultRig, ReplySubject, StreamSubject } from './fault-subject.ts';
export { testReplyFaults } from './reply-fault-tests.ts';
export { testStreamFaults } from './stream-fault-tests.ts';
