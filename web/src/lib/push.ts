/**
 * Push messages to this browser: whether it can have them, and its subscription. Permission is asked for by a press
 * only.
 */

import { ask, post } from './api';
import { deviceName, keyBytes, sameKey } from './push_keys';
import { settings } from './settings.svelte';
import type { DeviceAnswer, Notices } from './types';

/** Whether this browser can be sent anything at all; a page that is not installed cannot, on an iPhone. */
export const pushable = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the user has said no, for good, to the browser. */
export const forbidden = (): boolean => pushable() && Notification.permission === 'denied';

/** The time zone of this device. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Whether this very browser is sent notices. */
export async function isTold(notices: Notices): Promise<boolean> {
  if (!pushable() || !notices.push || notices.devices.length === 0) return false;
  const registered = await navigator.serviceWorker.getRegistration();
  const subscription = await registered?.pushManager.getSubscription();
  return subscription != null && notices.devices.includes(await deviceName(subscription.endpoint));
}

/** From now on this browser is sent notices; false: the user, or the browser, said no. */
export async function tellHere(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const push = await manager();
  const before = await push.getSubscription();
  if (before !== null && !sameKey(before.options.applicationServerKey, key)) await before.unsubscribe();
  const subscription = await push.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  await post<DeviceAnswer>('/me/notices/devices', { endpoint, keys, zone: zoneHere(), language: settings.language });
  return true;
}

/** No longer. */
export async function tellHereNoMore(): Promise<void> {
  const subscription = await (await manager()).getSubscription();
  if (subscription === null) return;
  const name = await deviceName(subscription.endpoint);
  await subscription.unsubscribe();
  await ask('DELETE', `/me/notices/devices/${name}`);
}
