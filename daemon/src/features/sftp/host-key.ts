// The key by which clients recognize this node: made when SFTP is switched on for the first time, and kept from then on.

import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type ssh2 from 'ssh2'

export interface HostKey {
  privateKey: string
  /** SHA256:… as ssh shows it. */
  fingerprint: string
}

/** A key that cannot be read is a problem in words, never replaced: every client would think of an attack. */
export async function loadHostKey(
  dataFolder: string,
  { utils }: Pick<typeof ssh2, 'utils'>,
): Promise<HostKey> {
  const file = join(dataFolder, 'sftp-host-key')
  const privateKey = (await readIfThere(file)) ?? (await createKey(file, utils))
  const parsed = utils.parseKey(privateKey)
  if (parsed instanceof Error || !parsed.isPrivateKey()) {
    throw new Error(
      `the host key ${file} cannot be read: put it back from a copy, or delete it for a new one`,
    )
  }
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64')
  return { privateKey, fingerprint: `SHA256:${digest.replace(/=+$/, '')}` }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

async function createKey(file: string, utils: (typeof ssh2)['utils']): Promise<string> {
  const privateKey = newPrivateKey(utils)
  const pending = `${file}.${process.pid}.new`
  const handle = await open(pending, 'w', 0o600)
  try {
    await handle.writeFile(privateKey)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(pending, file)
  return privateKey
}

/** About one key in three hundred comes out of the library in a form that it cannot read itself. */
export function newPrivateKey(utils: (typeof ssh2)['utils']): string {
  const probe = Buffer.from('probe')
  for (;;) {
    const { private: privateKey } = utils.generateKeyPairSync('ed25519')
    const parsed = utils.parseKey(privateKey)
    if (!(parsed instanceof Error) && parsed.verify(probe, parsed.sign(probe)) === true) return privateKey
  }
}
