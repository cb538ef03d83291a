export { isCommonPassword, isWeakPassword } from './blocked-passwords.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { authData, authRetention } from './personal-data.ts';
export { registerAuthRoutes } from './routes.ts';
export { takeFreshCode } from './second-step.ts';
export { enrolAuthenticator, newTotpSecret, readTotpSecret, totpCodeAt } from './totp.ts';
