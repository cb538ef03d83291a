import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Site } from './site.ts';

/** Browser features that neither our pages nor frames in them use (W3C Permissions Policy). */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Returns the protective headers of every reply: a page may load only our own files, the built inline scripts and our
 * own socket. They are the same for all replies, so helmet writes them once.
 */
export function protectiveHeaders(
  baseUrl: string,
  site: Site | undefined,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(site?.scriptHashes ?? [])],
        // The chart library and the widgets set inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", baseUrl.replace(/^http/, 'ws')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // A form of ours may redirect to the page of the payment provider.
        formAction: ["'self'", ...formTargets],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const reply = new ServerResponse(request);
  write(request, reply, (error) => {
    if (error) throw error;
  });
  const written = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(written), 'permissions-policy': PERMISSIONS };
}
