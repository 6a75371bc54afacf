import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { manifest } from './manifest.ts';
import { worker } from './worker.ts';

const page = '../src/sommet/server/page';
const SHARED = [
  /src\/(lib|parts)\//,
  /src\/home\/(Picture|TableRow|live|says)\./,
  /src\/people\/(challenges|shown)\./,
  /src\/play\/(names|play)\./,
  /src\/study\/(SmallBoard|daily)\./,
  /src\/tables\/(describe|draft|make)\./,
];

/** What nearly every page needs, in one file: each small one costs as much again in what is said about it. */
const shared = (file: string) => SHARED.some((some) => some.test(file));

/**
 * Files name each other by where they are, so that they work in any folder; the page itself is served at every path.
 */
function fromTheRoot(): Plugin {
  return {
    name: 'from-the-root',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('index.html is missing');
      index.source = String(index.source).replace(/ (href|src)="\.\//g, ' $1="/');
    },
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', test: shared }] } } },
  },
  server: {
    proxy: { '/api': { target: process.env['SOMMET_SERVER'] ?? 'http://127.0.0.1:8080', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
