/** The page of kept mails. */
export const mails = {
  title: 'Emails',
  lead: 'No mail server is configured, so emails are kept on this machine and deleted after seven days.',
  list: 'Kept emails',
  count_one: '{{count}} email',
  count_other: '{{count}} emails',
  to: 'To: {{address}}',
  back: 'Back to the list',
  failed: 'Emails could not be loaded',
  empty: 'No emails yet',
  emptyText: 'When Rasat writes one, it appears here within a few seconds.',
  absent: 'No emails are kept here',
  absentText:
    'Emails can be read only on a machine without a mail server, and only from that machine itself.',
};
