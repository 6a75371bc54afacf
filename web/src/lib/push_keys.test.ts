import { describe, expect, it } from 'vitest';
import { deviceName, keyBytes, sameKey } from './push_keys';

describe('a push subscription', () => {
  it('is called what the server calls it', async () => {
    // sommet.server.people.push.device_id('https://push.example/send/1')
    expect(await deviceName('https://push.example/send/1')).toBe('672d06b3eb19b708cd71c864');
  });
  it('is made with the key as bytes', () => {
    expect([...keyBytes('-_8A')]).toEqual([0xfb, 0xff, 0]);
    expect(sameKey(keyBytes('-_8A').buffer, '-_8A')).toBe(true);
    expect(sameKey(keyBytes('-_8B').buffer, '-_8A')).toBe(false);
    expect(sameKey(null, '-_8A')).toBe(false);
  });
});
