import { type AdapterSettings, type Config, valuesOf } from '../platform/config.ts';
import type { Part, ServerContext } from '../platform/part.ts';
import type { Settings, Values } from '../platform/settings.ts';
import type { Audience, Connector } from './connector.ts';
import type { PaymentProvider } from './payment-provider.ts';

interface Registered extends AdapterSettings {
  /** npm packages that its folder may import; a `*` at the end stands for what follows. */
  readonly packages: readonly string[];
}

/** What the server knows of an adapter before it is loaded. */
interface Adapter<Context, Opened> extends Registered {
  /** The variables that it cannot do without and that have no value. */
  missing(config: Config): readonly string[];
  /** Loads and opens it. None of its variables may be missing. Throws `StartError`. */
  open(context: Context): Promise<Opened>;
}

/** What a payment provider is opened with. */
export interface ProviderContext extends Pick<ServerContext, 'config' | 'clock' | 'keys' | 'log'> {
  /** Where it posts notices; asked for each of them, so that the server may listen later. */
  readonly noticeUrl: () => string;
}

/** An opened payment provider, and the part of this server that runs for it; null where none does. */
export interface OpenedProvider {
  readonly provider: PaymentProvider;
  readonly part: Part | null;
}

/** The entry of a payment provider in the register. */
export type ProviderAdapter = Adapter<ProviderContext, OpenedProvider>;

/** What a source of prices is opened with. */
export type ConnectorContext = Pick<ServerContext, 'config' | 'clock' | 'log'>;

/** The entry of a source of prices in the register. */
export interface ConnectorAdapter extends Adapter<ConnectorContext, Connector> {
  /** Who may have its prices. */
  readonly audience: Audience;
}

/** What an adapter says of itself. */
interface Declared<S extends Settings, R extends keyof S, Context, Opened> extends Registered {
  readonly settings: S;
  /** Settings that must have a value once the adapter is chosen. */
  readonly required: readonly R[];
  open(
    this: void,
    context: Context,
    values: Values<S> & { readonly [Name in R]: NonNullable<Values<S>[Name]> },
  ): Promise<Opened>;
}

/** Makes the entry of a payment provider. */
export function declareProvider<S extends Settings, R extends keyof S>(
  declared: Declared<S, R, ProviderContext, OpenedProvider>,
): ProviderAdapter {
  return declare(declared);
}

/** Makes the entry of a source of prices. */
export function declareConnector<S extends Settings, R extends keyof S>(
  declared: Declared<S, R, ConnectorContext, Connector> & Pick<ConnectorAdapter, 'audience'>,
): ConnectorAdapter {
  return { ...declare(declared), audience: declared.audience };
}

function declare<S extends Settings, R extends keyof S, C extends { readonly config: Config }, O>({
  packages,
  family,
  settings,
  required,
  open,
}: Declared<S, R, C, O>): Adapter<C, O> {
  type Given = Parameters<typeof open>[1];
  return {
    packages,
    family,
    settings,
    missing(config) {
      const values = valuesOf(settings, config);
      return required.flatMap((name) => {
        const entry = settings[name];
        return entry && values[name] === null ? [entry.variable] : [];
      });
    },
    open: (context) => open(context, valuesOf(settings, context.config) as Given),
  };
}
