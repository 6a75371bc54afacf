import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['generated/', 'engine-package/dist/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.serviceworker } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off', // the compiler knows better
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': ['error', { code: 120 }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // each of these is meant where it is used: a Set that nobody watches, a space between two parts of a line,
      // a state that follows another until it is closed, a warning of the compiler's that svelte-check alone gives
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-useless-mustaches': 'off',
      'svelte/prefer-writable-derived': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['src/pages/Rules.svelte'], // the rules as the server wrote them, from files of ours
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  {
    files: ['src/engine/thinker.ts'], // what a page's worker and Node's have in common
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
