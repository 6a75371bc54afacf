import './fonts.css';
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
if (window.parent === window) followUpdates(); // a page inside another site's keeps nothing on this device
await loadWords(settings.language);
mount(App, { target: document.getElementById('page')! });
