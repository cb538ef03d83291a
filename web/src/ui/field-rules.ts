/** Decides whether a value is valid for a field: a schema of the contract. */
export interface FieldRule {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
  };
}

/** Rule that accepts any value: for a field that is not required now. */
export const ANY_VALUE: FieldRule = { safeParse: () => ({ success: true }) };

/** Returns a rule for a text. */
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
/** Code of a fault that is found in the browser. */
export type LocalCode = (typeof CODES)[number];

/** The first invalid field of a form, and the code of its fault. */
export interface Fault<F extends string> {
  readonly field: F;
  readonly code: LocalCode;
}

/** Returns the code of the fault in a value; null when it is valid. */
export function findFieldFault(rule: FieldRule, value: unknown): LocalCode | null {
  const { success, error } = rule.safeParse(value);
  if (success) return null;
  const message = error?.issues[0]?.message;
  return CODES.find((code) => code === `error.${message}`) ?? 'error.bad-fields-400';
}

/** Returns the first fault of a form, in the order of the rules; null when the form is valid. */
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
