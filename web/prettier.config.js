/** @type {import('prettier').Config} */
export default {
  plugins: ['prettier-plugin-svelte'],
  printWidth: 120,
  singleQuote: true,
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};
