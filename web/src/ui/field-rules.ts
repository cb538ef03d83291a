/** What tells whether a value may stand in a field: a schema of the contract. */
export interface FieldRule {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
  };
}

/** A rule that any value keeps: for a field that is not asked for now. */
export const ANY_VALUE: FieldRule = { safeParse: () => ({ success: true }) };

/** A rule for a text. */
export function textRule(fits: (text: string) => boolean): FieldRule {
  return {
    safeParse: (value) => ({ success: typeof value === 'string' && fits(value) }),
  };
}

const CODES = [
  'error.password-field-400',
  'error.terms-field-400',
  'error.bad-fields-400',
] as const;
/** The code of a fault that is found before anything is sent. */
export type LocalCode = (typeof CODES)[number];

/** The first field that may not be sent as it is, and its code. */
export interface Fault<F extends string> {
  readonly field: F;
  readonly code: LocalCode;
}

/** The code of what is wrong with one value; null when it may be sent. */
export function findFieldFault(rule: FieldRule, value: unknown): LocalCode | null {
  const { success, error } = rule.safeParse(value);
  if (success) return null;
  const message = error?.issues[0]?.message;
  return CODES.find((code) => code === `error.${message}`) ?? 'error.bad-fields-400';
}

/** The first fault of a form, in the order of the rules; null when it may be sent. */
export function findFault<F extends string>(
  rules: Readonly<Record<F, FieldRule>>,
  values: Readonly<Record<string, unknown>>,
): Fault<F> | null {
  for (const field of Object.keys(rules) as F[]) {
    const code = findFieldFault(rules[field], values[field]);
    if (code !== null) return { field, code };
  }
  return null;
}
