/** The page that links to the stored emails. */
export const mails = {
  title: 'Emails',
  lead: 'No mail server is configured, so the emails that Rasat writes are kept on this machine and deleted after seven days. They are read only in a browser on this machine, on the operator’s page:',
  failed: 'The address could not be read',
  absent: 'No emails are kept here',
  absentText:
    'Emails are kept only on a machine without a mail server, and read on the operator’s page.',
};
