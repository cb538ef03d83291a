/** The page of messages. */
export const messages = {
  title: 'Messages',
  platform: 'Platform messages',
  class: 'Class messages',
  new: '{{count}} new',
  one: 'New',
  readAll: 'Mark all as read',
  link: 'Open the link',
  newTab: 'opens in a new tab',
  missing: 'Messages cannot be read at the moment.',
  retry: 'Try again',
  platformEmpty: 'No messages yet',
  platformEmptyText: 'News of the platform stays here.',
  classEmpty: 'No class messages yet',
  classEmptyText: 'News of lessons and homework stays here.',
  classOther: 'For students of the course',
  classOtherText:
    'News of lessons, homework and live sessions is written to this list. It is yours to read once you have bought the course.',
  toEducation: 'See the course',
};
