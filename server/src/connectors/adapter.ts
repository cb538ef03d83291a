import type { Licence } from '@rasat/contract';
import { type AdapterSettings, type Config, valuesOf } from '../platform/config.ts';
import type { Part, ServerContext } from '../platform/part.ts';
import type { Settings, Values } from '../platform/settings.ts';
import type { Audience, Connector } from './connector.ts';
import type { PaymentProvider } from './payment-provider.ts';

interface Registered extends AdapterSettings {
  /** npm packages that the adapter's folder may import; a `*` at the end matches any rest. */
  readonly packages: readonly string[];
}

/** Properties of an adapter that the server knows before loading it. */
interface Adapter<Context, Opened> extends Registered {
  /** Returns the required variables of the adapter that have no value. */
  missing(config: Config): readonly string[];
  /** Loads and opens the adapter. All its required variables must have values. Throws `StartError`. */
  open(context: Context): Promise<Opened>;
}

/** Arguments for opening a payment provider. */
export interface ProviderContext extends Pick<ServerContext, 'config' | 'clock' | 'keys' | 'log'> {
  /**
   * Returns the address for the provider's notices. It is called for each notice, because the server may start to
   * listen later.
   */
  readonly noticeUrl: () => string;
}

/** An opened payment provider, and the part of this server that runs it; null when no part does. */
export interface OpenedProvider {
  readonly provider: PaymentProvider;
  readonly part: Part | null;
}

/** The entry of a payment provider in the register. */
export type ProviderAdapter = Adapter<ProviderContext, OpenedProvider>;

/** Arguments for opening a price source. */
export interface ConnectorContext extends Pick<ServerContext, 'config' | 'clock' | 'log'> {
  /** People who may see its prices, which the connector returns as its own `audience`. */
  readonly audience: Audience;
  /**
   * Returns what the sources of one vendor share, such as the budget of its key; the first of them makes it. `name` is
   * that of the folder.
   */
  readonly share: <T>(name: string, make: () => T) => T;
}

/** Facts of a price source that hold whether or not it is opened. */
interface SourceFacts {
  /** Whether a vendor licenses its prices, so that `personal` and `display` differ. */
  readonly licensed: boolean;
}

/** People who may see the prices of a source, by the licence under which the operator shows them. */
type Audiences = Readonly<Record<Licence, Audience>>;

/** The entry of a price source in the register. */
export interface ConnectorAdapter extends Adapter<ConnectorContext, Connector>, SourceFacts {
  /** Returns who may see its prices with these settings. */
  audience(config: Config): Audiences;
}

/** Declaration of an adapter. */
interface Declared<S extends Settings, R extends keyof S, Context, Opened> extends Registered {
  readonly settings: S;
  /** Settings that must have a value when the adapter is chosen. */
  readonly required: readonly R[];
  open(
    this: void,
    context: Context,
    values: Values<S> & { readonly [Name in R]: NonNullable<Values<S>[Name]> },
  ): Promise<Opened>;
}

/** Creates the register entry of a payment provider. */
export function declareProvider<S extends Settings, R extends keyof S>(
  declared: Declared<S, R, ProviderContext, OpenedProvider>,
): ProviderAdapter {
  return declare(declared);
}

/** Creates the register entry of a price source. */
export function declareConnector<S extends Settings, R extends keyof S>(
  declared: Declared<S, R, ConnectorContext, Connector> &
    SourceFacts & {
      /** One for every setting, or a function of the settings of the source. */
      readonly audience: Audiences | ((values: Values<S>) => Audiences);
    },
): ConnectorAdapter {
  const { licensed, audience, settings } = declared;
  return {
    ...declare(declared),
    licensed,
    audience: (config) =>
      typeof audience === 'function' ? audience(valuesOf(settings, config)) : audience,
  };
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
