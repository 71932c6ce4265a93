// An SFTP client for tests that speaks the protocol from the other side, each request as a promise.

import { createConnection } from 'node:net'
import { promisify } from 'node:util'
import { Client, type ConnectConfig, type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2'

export interface SftpClient {
  channel: SFTPWrapper
  ssh: Client
  /** Resolves when the other side has closed the connection. */
  closed: Promise<void>
  read(path: string): Promise<Buffer>
  write(path: string, content: string | Buffer): Promise<void>
  open(path: string, flags: string): Promise<Buffer>
  put(handle: Buffer, offset: number, content: Buffer): Promise<void>
  get(handle: Buffer, offset: number, length: number): Promise<Buffer>
  close(handle: Buffer): Promise<void>
  list(path: string): Promise<FileEntryWithStats[]>
  stat(path: string): Promise<Stats>
  lstat(path: string): Promise<Stats>
  mkdir(path: string): Promise<void>
  rmdir(path: string): Promise<void>
  unlink(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  symlink(target: string, path: string): Promise<void>
  readlink(path: string): Promise<string>
  realpath(path: string): Promise<string>
  chmod(path: string, mode: number): Promise<void>
  end(): void
}

/** Throws when the sign-in is refused. */
export async function connect(port: number, config: ConnectConfig): Promise<SftpClient> {
  const ssh = new Client()
  const closed = new Promise<void>(resolve => ssh.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    ssh.once('ready', resolve)
    ssh.on('error', reject)
    ssh.once('close', () => reject(new Error('the connection was closed')))
    // As real clients do: the library would wait for others' acknowledgements between its parts of a packet.
    const sock = createConnection({ host: '127.0.0.1', port, noDelay: true }).on('error', reject)
    ssh.connect({ sock, readyTimeout: 60_000, ...config })
  })
  const channel = await new Promise<SFTPWrapper>((resolve, reject) =>
    ssh.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  )
  return clientOf(ssh, channel, closed)
}

function clientOf(ssh: Client, channel: SFTPWrapper, closed: Promise<void>): SftpClient {
  const asked = <Args extends unknown[], Answer>(method: (...args: never[]) => void) =>
    promisify(method.bind(channel) as never) as unknown as (...args: Args) => Promise<Answer>
  const close = asked<[Buffer], void>(channel.close)
  const open = asked<[string, string], Buffer>(channel.open)
  const write = asked<[Buffer, Buffer, number, number, number], void>(channel.write)
  return {
    ssh,
    channel,
    closed,
    read: asked<[string], Buffer>(channel.readFile),
    async write(path, content) {
      const bytes = Buffer.from(content)
      const handle = await open(path, 'w')
      if (bytes.length > 0) await write(handle, bytes, 0, bytes.length, 0)
      await close(handle)
    },
    open,
    put: (handle, offset, content) => write(handle, content, 0, content.length, offset),
    get: (handle, offset, length) =>
      new Promise((resolve, reject) => {
        channel.read(handle, Buffer.alloc(length), 0, length, offset, (error, _read, bytes) =>
          error ? reject(error) : resolve(bytes),
        )
      }),
    close,
    list: asked(channel.readdir),
    stat: asked(channel.stat),
    lstat: asked(channel.lstat),
    mkdir: asked(channel.mkdir),
    rmdir: asked(channel.rmdir),
    unlink: asked(channel.unlink),
    rename: asked(channel.rename),
    symlink: asked(channel.symlink),
    readlink: asked(channel.readlink),
    realpath: asked(channel.realpath),
    chmod: asked(channel.chmod),
    end: () => void ssh.end(),
  }
}
