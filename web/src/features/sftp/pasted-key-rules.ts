// What somebody has pasted as a public key, before it leaves the browser.

export type PastedKey = 'empty' | 'private' | 'public'

/** A private key is stopped here: it must not be sent anywhere. Whether a public one is good, the panel says. */
export function pastedKey(text: string): PastedKey {
  if (text.trim() === '') return 'empty'
  return /-BEGIN [A-Z0-9 ]*PRIVATE KEY-|^PuTTY-User-Key-File-/m.test(text) ? 'private' : 'public'
}

/** The comment at the end of a key, which names it when nobody types a name. */
export function commentOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return /(?:^|\s)(?:ssh-|ecdsa-|sk-)\S+\s+\S+\s+(.+)$/.exec(line)?.[1]?.trim() ?? ''
}
