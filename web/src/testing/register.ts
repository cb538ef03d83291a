import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openDocument } from './document.ts';

// Prepares Node to load a screen, for tests in `.test.tsx`: `node --import ./web/src/testing/register.ts
// --test FILE`. `npm test` starts them so.

const require = createRequire(import.meta.url);
const { transformSync } = require('rolldown/utils') as typeof import('rolldown/utils');

/** Files that only the bundler reads; tests do not need their content. */
const ASSET = /\.css$|\?url$/;

registerHooks({
  resolve(specifier, context, next) {
    if (!ASSET.test(specifier)) return next(specifier, context);
    return { url: `asset:${encodeURIComponent(specifier)}`, shortCircuit: true };
  },
  load(url, context, next) {
    if (url.startsWith('asset:')) {
      const source = `export default ${JSON.stringify(url)};`;
      return { format: 'module', source, shortCircuit: true };
    }
    if (!url.endsWith('.tsx')) return next(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { sourcemap: false });
    if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

openDocument();
