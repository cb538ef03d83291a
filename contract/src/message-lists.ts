/** The lists of messages: `platform` for everybody who is signed in, `class` for the students. */
export const MESSAGE_LISTS = ['platform', 'class'] as const;
/** A list of messages. */
export type MessageList = (typeof MESSAGE_LISTS)[number];
