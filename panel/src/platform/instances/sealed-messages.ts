// Messages between instances, sealed with a key that only they have: who reaches the cache can neither read nor write
// an order to a node. The channel is sealed in, so that no message can be moved to another one.

import type { Cache } from '../cache/cache.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secret-box.ts'

const sayAgainMs = 60_000

/** The same cache with sealed messages; its values stay as they are. */
export function sealMessages(cache: Cache, box: SecretBox, log: Log): Cache {
  let saidAtMs = Number.NEGATIVE_INFINITY
  function sayUnreadable(channel: string): void {
    if (performance.now() - saidAtMs < sayAgainMs) return
    saidAtMs = performance.now()
    log.error(
      { channel },
      'a message in the cache is not of an instance of this panel: AUTH_SECRET must be the same on all, and nobody else may write there',
    )
  }
  return {
    ...cache,
    publish: (channel, payload) => cache.publish(channel, box.seal(`${channel}\n${payload}`)),
    subscribe: (channel, listener) =>
      cache.subscribe(channel, sealed => {
        const text = box.open(sealed)
        if (text?.startsWith(`${channel}\n`)) listener(text.slice(channel.length + 1))
        else sayUnreadable(channel)
      }),
  }
}
