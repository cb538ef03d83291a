import type { SymbolEntry } from '../../api/calls/market.ts';
import type { IconName } from '../../ui/icons.tsx';

/** A line of the palette. */
export type PaletteItem =
  | {
      readonly kind: 'symbol';
      readonly id: string;
      readonly label: string;
      readonly entry: SymbolEntry;
    }
  | {
      readonly kind: 'command';
      readonly id: string;
      readonly label: string;
      readonly icon: IconName;
      readonly keys: readonly string[];
      readonly run: () => void;
    };

/** Lines under one heading. */
export interface PaletteGroup {
  readonly value: string;
  readonly items: readonly PaletteItem[];
}
