/** The page of kept mails. */
export const mails = {
  title: 'E-mails',
  lead: 'No mail server is configured, so e-mails are kept on this machine and deleted after seven days.',
  list: 'Kept e-mails',
  count_one: '{{count}} e-mail',
  count_other: '{{count}} e-mails',
  to: 'To: {{address}}',
  back: 'Back to the list',
  failed: 'E-mails could not be loaded',
  empty: 'No e-mails yet',
  emptyText: 'When Rasat writes one, it appears here within a few seconds.',
  absent: 'No e-mails are kept here',
  absentText:
    'E-mails can be read only on a machine without a mail server, and only from that machine itself.',
};
