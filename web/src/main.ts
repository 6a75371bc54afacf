import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { followNetwork } from './lib/reach.svelte';
import { followLinks } from './lib/route.svelte';
import { followSettings, settings } from './lib/settings.svelte';
import { followUpdates } from './lib/updates';
import { loadWords } from './lib/words.svelte';

followSettings();
followLinks();
followNetwork();
followUpdates();
await loadWords(settings.language);
mount(App, { target: document.getElementById('page')! });
