import path from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { openLocalStore } from './local-store.ts';
import { openS3Store } from './s3-store.ts';

/** Opens the store of the settings: an object store, or the folder `files` below the data folder. */
export function openFileStore(config: Config, clock: Clock): FileStore {
  const { s3Endpoint, s3Region, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config;
  if (s3Endpoint && s3Region && s3Bucket && s3AccessKeyId && s3SecretAccessKey) {
    const address = {
      endpoint: s3Endpoint,
      region: s3Region,
      bucket: s3Bucket,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
    };
    return openS3Store(address, clock);
  }
  return openLocalStore(path.join(config.dataDir, 'files'));
}
