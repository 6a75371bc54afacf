/* The offline page: in the reader's language, and back as soon as the server answers. */

const LANGUAGES = ['en', 'fr', 'nl'];
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem('sommet.settings') ?? '{}');
} catch {
  // nothing kept: the browser's languages decide
}
const language = [kept.language, ...navigator.languages.map((name) => name.slice(0, 2))].find((name) => LANGUAGES.includes(name)) ?? 'en';
const root = document.documentElement;
root.lang = language;
root.classList.add('one');
document.querySelector(`section[lang="${language}"]`).classList.add('shown');
if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme;

async function look() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}
addEventListener('online', look);
setInterval(look, 5000);
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => location.reload());
