// Asks an SSH server for its host key, without signing in: for people who compare it and then trust it.

import { BackupError } from '../../platform/backups/backup-engine.ts'

const limitMs = 20_000

/** As in a known_hosts file, without the host: type, blank, base64. */
export async function readHostKey(host: string, port: number, signal: AbortSignal): Promise<string> {
  const { Client } = await import('ssh2')
  const client = new Client()
  const answer = Promise.withResolvers<string>()
  const give = (reason: string) =>
    answer.reject(
      new BackupError('unreachable', `${host} did not show a host key on port ${port}: ${reason}`),
    )
  const leave = () => give('nobody waits any longer')
  signal.addEventListener('abort', leave)
  client.on('error', (error: Error) => give(error.message))
  client.on('close', () => give('it closed the connection'))
  try {
    client.connect({
      ...{ host, port, username: 'rookery', readyTimeout: limitMs },
      hostVerifier: (key: Buffer) => {
        answer.resolve(`${keyType(key)} ${key.toString('base64')}`)
        return false
      },
    })
    return await answer.promise
  } finally {
    signal.removeEventListener('abort', leave)
    client.on('error', () => {})
    client.destroy()
  }
}

/** The key begins with the length and the name of its type. */
function keyType(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0
  return key.subarray(4, 4 + length).toString('latin1')
}
