import { ROUTES } from '@rasat/contract';
import { registerRoute } from '../../platform/http/route.ts';
import type { Web } from '../../platform/http/web.ts';
import { hasSessionCookie, sessionCookie } from '../accounts/index.ts';
import { createAltchaCheck } from './altcha-challenge.ts';
import type { HumanCheck } from './challenge.ts';
import { changePassword } from './change-password.ts';
import type { AuthContext } from './context.ts';
import { requestReset, resetPassword, validateReset } from './forgotten-password.ts';
import { register } from './register.ts';
import { offerSecret, takeSecondStep } from './second-step.ts';
import { readSessionInfo } from './session-info.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** Serves registration, sign-in, sign-out, passwords and the session's data. */
export function registerAuthRoutes(
  web: Web,
  humanCheck: HumanCheck = createAltchaCheck(web.context),
): void {
  const context: AuthContext = { ...web.context, humanCheck };
  registerSessionRoutes(web, context);
  registerForgotRoutes(web, context);

  registerRoute(web, ROUTES.challenge, ({ params }) => context.humanCheck.issue(params.action));

  registerRoute(web, ROUTES.register, async (call) => {
    await register(context, call.body, call);
    return {};
  });

  registerRoute(web, ROUTES.password, async ({ body, person, headers, header }) => {
    for (const cookie of await changePassword(context, body, person, headers))
      header('set-cookie', cookie);
    return {};
  });
}

function registerSessionRoutes(web: Web, context: AuthContext): void {
  const gone = sessionCookie(null, context.config.baseUrl);

  registerRoute(web, ROUTES.authInfo, async ({ headers, person, header }) => {
    const { info, known } = await readSessionInfo(context, headers, person);
    if (!known && hasSessionCookie(context, headers)) header('set-cookie', gone);
    return info;
  });

  registerRoute(web, ROUTES.login, async (call) => {
    const { cookies, totp } = await signIn(context, call.body, call);
    for (const cookie of cookies) call.header('set-cookie', cookie);
    return { totp };
  });

  registerRoute(web, ROUTES.logout, async ({ headers, header }) => {
    await signOut(context, headers);
    if (hasSessionCookie(context, headers)) header('set-cookie', gone);
    return {};
  });

  registerRoute(web, ROUTES.totpSecret, ({ headers }) => offerSecret(context, headers));

  registerRoute(web, ROUTES.totp, async ({ body, headers, header }) => {
    for (const cookie of await takeSecondStep(context, body.code, headers))
      header('set-cookie', cookie);
    return {};
  });
}

function registerForgotRoutes(web: Web, context: AuthContext): void {
  registerRoute(web, ROUTES.forgotRequest, async (call) => {
    await requestReset(context, call.body, call);
    return {};
  });

  registerRoute(web, ROUTES.forgotValidate, async (call) => {
    await validateReset(context, call.body, call);
    return {};
  });

  registerRoute(web, ROUTES.forgotReset, async (call) => {
    await resetPassword(context, call.body, call);
    return {};
  });
}
