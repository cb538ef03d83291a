import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { type FieldRule, findFault, findFieldFault } from './field-rules.ts';
import { useBlurFaults } from './use-blur-faults.ts';

/** State of a form: open, sending, done, or failed with a code and perhaps its field. */
export type FormPhase =
  | { readonly kind: 'open' | 'pending' | 'success' }
  | { readonly kind: 'error'; readonly code: string; readonly field: string | null };

/** A form with the rules of the contract. */
export interface ContractForm<V extends FieldValues> {
  readonly fields: UseFormReturn<V>;
  readonly phase: FormPhase;
  /** Ref for the form element, in which fields are found by `data-field`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
  /** Returns the code of the fault of a field; null unless it is the one fault that is shown. */
  readonly faultOf: (field: Path<V>) => string | null;
  /** Whether the field of the last failure is valid by now: the banner below the fields is then removed. */
  readonly mended: boolean;
  /** Whether the fields are disabled: while sending, and when done. */
  readonly closed: boolean;
  /** Enables the form for another attempt. */
  readonly reopen: () => void;
}

/** The parts of a failed call that a form shows. */
interface Refusal {
  readonly code: string;
  readonly field: string | null;
}

function readRefusal(error: unknown): Refusal {
  const read = (key: string): string | null => {
    if (typeof error !== 'object' || error === null) return null;
    const value: unknown = Reflect.get(error, key);
    return typeof value === 'string' ? value : null;
  };
  return { code: read('code') ?? '500', field: read('field') };
}

function resolverOf<V extends FieldValues>(
  rules: Readonly<Record<keyof V & string, FieldRule>>,
): Resolver<V> {
  return (values, _context, { names }) => {
    const only = names?.length === 1 ? names[0] : undefined;
    const rule = only === undefined ? undefined : rules[only as keyof V & string];
    const code = rule === undefined ? null : findFieldFault(rule, values[only as keyof V]);
    const fault =
      rule === undefined
        ? findFault(rules, values)
        : code === null
          ? null
          : { field: only as keyof V & string, code };
    if (fault === null) return { values, errors: {} };
    const errors = { [fault.field]: { type: fault.code, message: fault.code } };
    return { values: {}, errors: errors as never };
  };
}

/** Moves the focus to the outcome: the failing field, else the banner. */
function useOutcomeFocus(ref: RefObject<HTMLFormElement | null>, phase: FormPhase): void {
  useEffect(() => {
    const form = ref.current;
    if (phase.kind === 'success') {
      // The button that had the focus is disabled now; the next step is in the banner.
      const { activeElement, body } = document;
      const lost = activeElement === body || form?.contains(activeElement) === true;
      if (lost && !form?.closest('[role="dialog"]')) {
        form?.querySelector<HTMLElement>('[data-banner]')?.focus();
      }
    }
    if (phase.kind !== 'error') return;
    const place =
      phase.field === null ? null : form?.querySelector(`[data-field="${phase.field}"]`);
    const target =
      place?.querySelector<HTMLElement>('input:not([aria-hidden="true"]), textarea') ??
      place?.querySelector<HTMLElement>('button') ??
      form?.querySelector<HTMLElement>('[data-banner]');
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [ref, phase]);
}

/**
 * Returns a form with the rules of the contract. A field is validated when it loses the focus, and with every key press
 * once it failed. Only the first failing field is reported; on submit it is scrolled into view and focused. `send`
 * makes the call and throws what the call throws; a server's fault is shown at the field that `fieldOf` names for its
 * code, else at the one the server names.
 */
export function useContractForm<V extends FieldValues>(options: {
  readonly rules: Readonly<Record<keyof V & string, FieldRule>>;
  readonly defaults: DefaultValues<V>;
  readonly send: (values: V) => Promise<void>;
  readonly fieldOf?: Readonly<Record<string, keyof V & string>>;
  /** Called after every failed call, so that a human check restarts. */
  readonly onRefused?: () => void;
}): ContractForm<V> {
  const { rules, defaults, send, fieldOf, onRefused } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [phase, setPhase] = useState<FormPhase>({ kind: 'open' });
  const fields = useForm<V>({
    defaultValues: defaults,
    resolver: resolverOf<V>(rules),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const { errors } = fields.formState;
  const order = Object.keys(rules) as (keyof V & string)[];
  const shown = order.find((field) => errors[field] !== undefined) ?? null;

  const names = order.join(' ');
  useEffect(() => {
    // Includes values without an input, like the solution of a human check.
    for (const name of names.split(' ')) fields.register(name as Path<V>);
  }, [fields.register, names]);

  useBlurFaults(fields, ref, order);

  useOutcomeFocus(ref, phase);

  const submit = async (values: V): Promise<void> => {
    setPhase({ kind: 'pending' });
    try {
      await send(values);
      setPhase({ kind: 'success' });
    } catch (error) {
      const { code, field } = readRefusal(error);
      const at = order.find((name) => name === (fieldOf?.[code] ?? field)) ?? null;
      if (at !== null) fields.setError(at as Path<V>, { type: code, message: code });
      setPhase({ kind: 'error', code, field: at });
      onRefused?.();
    }
  };
  return {
    fields,
    phase,
    ref,
    onSubmit: (event) => {
      event.preventDefault();
      // An error of the last answer must not block another attempt.
      fields.clearErrors();
      void fields.handleSubmit(submit, (found) => {
        const field = order.find((name) => found[name] !== undefined) ?? null;
        const code = field === null ? undefined : found[field]?.message;
        setPhase({
          kind: 'error',
          code: typeof code === 'string' ? code : 'error.bad-fields-400',
          field,
        });
      })(event);
    },
    faultOf: (field) => {
      const message = field === shown ? errors[field]?.message : undefined;
      return typeof message === 'string' ? message : null;
    },
    mended: phase.kind === 'error' && phase.field !== null && shown === null,
    closed: phase.kind === 'pending' || phase.kind === 'success',
    reopen: () => setPhase({ kind: 'open' }),
  };
}
