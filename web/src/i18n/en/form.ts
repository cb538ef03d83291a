/** What forms say on every page: state, faults of single fields, the human check. */
export const form = {
  pending: 'Sending, please wait.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  passwordHint: '6 to 32 characters',
  fault: {
    email: 'Enter a valid email address',
    password: 'Must be 6 to 32 characters',
    required: 'Fill in this field',
    identity: 'Enter your identity number',
    gsm: 'Enter a valid phone number',
    country: 'Choose a country',
    token: 'Enter the code from the email',
    code: 'Enter the 6-digit code',
    challenge: 'First confirm that you are human',
    known: 'There is an account with this email',
    wrongPassword: 'Wrong password',
  },
  human: {
    label: 'Confirm that I am human',
    verifying: 'Checking, this takes a few seconds',
    verified: 'Human check complete',
    wait: 'The check is running, please wait',
    required: 'Confirm to continue',
    failed: 'The check did not work, try again',
    expired: 'The check has expired, confirm again',
  },
};
