import { StartError } from '../../platform/start-error.ts';

/** Every format that `openBarFile` reads, by the name that reports and options use. */
export const FILE_FORMATS = [
  'canonical',
  'metatrader',
  'metatrader-points',
  'metatrader-hst',
  'histdata',
  'yahoo',
  'klines-csv',
  'klines-json',
  'freqtrade',
  'lean',
  'backtrader',
  'csv',
] as const;
/** A format that `openBarFile` reads. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Options for reading a file whose content leaves something open. */
export interface BarFileOptions {
  /** Format of the file; the sniffer is skipped. */
  readonly format?: FileFormat;
  /** Zone of local times: an IANA name (`Europe/Istanbul`) or an offset (`+03:00`, `UTC-5`). Default by format. */
  readonly timeZone?: string;
  /**
   * Decimals to which prices are rounded, which removes the noise of 32-bit numbers. Without it prices stay as read.
   */
  readonly digits?: number;
  /** Whether to accept the last row of an exchange's export, when it is known to be closed. */
  readonly keepLast?: boolean;
  /** A LEAN factor file; prices are multiplied and volumes divided by its split factor. */
  readonly factorFile?: string;
}

/**
 * Reasons for refusing a whole file.
 *
 * - `not-found`: no such file, or not readable
 * - `empty`: no bytes
 * - `no-rows`: a header without rows, or not one row with a time
 * - `not-supported`: a known format that is not read (parquet, feather)
 * - `unknown`: no format fits
 * - `damaged`: an archive that cannot be unpacked
 * - `irregular`: its rows keep no step, so they are not bars of any length
 * - `time-zone`: the zone is not known
 * - `digits`: prices in points need `digits`
 */
export type BarFileRefusal =
  | 'not-found'
  | 'empty'
  | 'no-rows'
  | 'not-supported'
  | 'unknown'
  | 'damaged'
  | 'irregular'
  | 'time-zone'
  | 'digits';

/** Thrown by `openBarFile`; the message is one sentence for an operator. */
export class BarFileError extends StartError {
  override readonly name = 'BarFileError';
  readonly code: BarFileRefusal;

  constructor(code: BarFileRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
