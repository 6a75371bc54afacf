import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { manifest } from './manifest.ts';
import { worker } from './worker.ts';

const page = '../src/sommet/server/page';

/** Files name each other by where they are, so that they work in any folder; the page itself is served at every path. */
function fromTheRoot(): Plugin {
  return {
    name: 'from-the-root',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(/ (href|src)="\.\//g, ' $1="/') },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), fromTheRoot(), worker(), manifest()],
  worker: { format: 'es' },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // what nearly every page needs, in one file: each small one costs as much again in what is said about it
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: /src\/(lib|parts)\// }] } } },
  },
  server: {
    proxy: { '/api': { target: process.env['SOMMET_SERVER'] ?? 'http://127.0.0.1:8080', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
