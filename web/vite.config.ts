import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { manifest } from './manifest.ts';
import { worker } from './worker.ts';

const page = '../src/sommet/server/page';

/** A compressed copy beside every text file: the server sends it as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf-8' })) {
        if (['.js', '.css', '.html', '.svg', '.json', '.webmanifest'].includes(extname(name))) {
          writeFileSync(join(dir!, `${name}.gz`), gzipSync(readFileSync(join(dir!, name)), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker(), manifest(), compressed()],
  build: {
    outDir: page,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: process.env['SOMMET_SERVER'] ?? 'http://127.0.0.1:8080', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
