// A folder on another machine, through SFTP, with a key of ours and a pinned key of that machine.

import { once } from 'node:events'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { SftpStorage } from '../backup-engine.ts'
import type { StorageClient } from './storage-client.ts'

const atOnce = 16
const noSuchFile = 2

export async function openSftpClient(storage: SftpStorage, signal: AbortSignal): Promise<StorageClient> {
  const client = new ssh2.Client()
  const stop = () => client.destroy()
  signal.addEventListener('abort', stop, { once: true })
  const close = async () => {
    signal.removeEventListener('abort', stop)
    client.end()
  }
  try {
    const sftp = await connect(client, storage)
    const placeOf = (name: string) => `${storage.path.replace(/\/+$/, '')}/${name}`
    return {
      write: (name, content) =>
        call(done => sftp.writeFile(placeOf(name), content, { mode: 0o600, flag: 'wx' }, done)),
      read: name => call(done => sftp.readFile(placeOf(name), done)),
      delete: name => call(done => sftp.unlink(placeOf(name), done)),
      async folders() {
        const entries = await listFolder(sftp, storage.path)
        return entries.filter(({ attrs }) => attrs.isDirectory()).map(({ filename }) => filename)
      },
      removeAll: name => removeTree(sftp, placeOf(name)).catch(unlessAbsent),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(client: ssh2.Client, storage: SftpStorage): Promise<SFTPWrapper> {
  const [type = '', key = ''] = storage.hostKey.trim().split(/\s+/)
  const pinned = Buffer.from(key, 'base64')
  const ready = once(client, 'ready')
  client.connect({
    host: storage.host,
    port: storage.port,
    username: storage.user,
    privateKey: storage.privateKey,
    algorithms: { serverHostKey: hostKeyAlgorithms(type) as never },
    hostVerifier: (offered: Buffer) => offered.equals(pinned),
    readyTimeout: 15_000,
  })
  await ready
  // Small requests would wait for each other's answers.
  client.setNoDelay(true)
  // From here on what fails is told to whoever waits for it.
  client.on('error', () => {})
  return new Promise((resolve, reject) => {
    client.once('close', () => reject(new Error('the connection was closed: connection closed')))
    client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp)))
  })
}

/** A key of this kind can be shown under several names. */
function hostKeyAlgorithms(type: string): string[] {
  return type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [type]
}

interface ListedEntry {
  filename: string
  attrs: { isDirectory(): boolean }
}

function listFolder(sftp: SFTPWrapper, folder: string): Promise<ListedEntry[]> {
  return call(done => sftp.readdir(folder, done))
}

async function removeTree(sftp: SFTPWrapper, folder: string): Promise<void> {
  const entries = await listFolder(sftp, folder)
  for (let at = 0; at < entries.length; at += atOnce) {
    await Promise.all(
      entries.slice(at, at + atOnce).map(({ filename, attrs }) => {
        const path = `${folder}/${filename}`
        return attrs.isDirectory() ? removeTree(sftp, path) : call<void>(done => sftp.unlink(path, done))
      }),
    )
  }
  await call<void>(done => sftp.rmdir(folder, done))
}

function unlessAbsent(error: unknown): void {
  if ((error as { code?: unknown }).code !== noSuchFile) throw error
}

/** An answer that never comes is ended by the signal, which closes the connection and with it every open call. */
function call<Result>(
  begin: (done: (error: Error | null | undefined, result?: Result) => void) => unknown,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    begin((error, result) => (error ? reject(error) : resolve(result as Result)))
  })
}
