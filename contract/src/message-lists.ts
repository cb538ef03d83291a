/** The lists of messages: `platform` for all signed-in people, `class` for students. */
export const MESSAGE_LISTS = ['platform', 'class'] as const;
/** A list of messages. */
export type MessageList = (typeof MESSAGE_LISTS)[number];
