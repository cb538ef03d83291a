/** The page of messages. */
export const messages = {
  title: 'Messages',
  platform: 'Platform messages',
  class: 'Class messages',
  new: '{{count}} new',
  one: 'New',
  readAll: 'Mark all as read',
  link: 'Open the link',
  missing: 'Messages cannot be read at the moment.',
  retry: 'Try again',
  platformEmpty: 'No messages yet',
  platformEmptyText: 'News about the platform appears here.',
  classEmpty: 'No class messages yet',
  classEmptyText: 'News about lessons and homework appears here.',
  classOther: 'For students of the course',
  classOtherText:
    'News about lessons and homework is posted to this list. You can read it here once you have bought the course.',
  toEducation: 'See the course',
};
