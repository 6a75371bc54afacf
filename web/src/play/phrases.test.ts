import { expect, it, vi } from 'vitest';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const { loadWords } = await import('../lib/words.svelte');
const { PHRASES, read, written } = await import('./phrases');

it('everybody reads a ready phrase in their own language', async () => {
  const found = new Set<string>();
  for (const language of ['en', 'fr', 'nl'] as const) {
    await loadWords(language);
    found.add(read(written('thanks')));
    for (const phrase of PHRASES) expect(read(written(phrase))).not.toContain(':');
  }
  expect(found.size).toBe(3);
});

it('what somebody wrote themselves stays as it is', () => {
  expect(read(':shrug:')).toBe(':shrug:');
  expect(read('hello')).toBe('hello');
});
