// Listens at the SFTP port and limits who may come: so many connections in total, from one address, and of one person.

import { createServer, type Server, type Socket } from 'node:net'
import type ssh2 from 'ssh2'
import type { Algorithms } from 'ssh2'
import { type ConnectionDeps, connectionLimits, SftpConnection } from './connection.ts'
import { createSignIn } from './sign-in.ts'

export const listenerLimits = { connections: 200, perAddress: 20, perPerson: 10 }

export interface ListenerOptions
  extends Pick<ConnectionDeps, 'ask' | 'folders' | 'reports' | 'log' | 'nowMs' | 'monotonicMs'> {
  library: typeof ssh2
  privateKey: string
  port: number
  limits?: Partial<typeof connectionLimits & typeof listenerLimits>
}

export interface SftpListener {
  readonly port: number
  /** 0 means everybody. */
  recheck(userId: number): void
  close(reason: string): Promise<void>
}

/** What a client of the last ten years knows, without what is slow in this program or no longer thought safe. */
const algorithms: Algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  serverHostKey: ['ssh-ed25519'],
  compress: ['none'],
}

/** Throws with a reason when the port cannot be had. */
export async function openSftpListener(options: ListenerOptions): Promise<SftpListener> {
  const { library, log } = options
  const limits = { ...listenerLimits, ...options.limits }
  const open = new Map<Socket, SftpConnection | null>()
  const sockets = new Map<string, Socket>()
  const signIn = createSignIn(options.ask, library)
  const sessionsOf = (userId: number) =>
    [...open.values()].filter(connection => connection?.session?.user_id === userId)

  const protocol = new library.Server(
    { hostKeys: [options.privateKey], algorithms, ident: 'Rookery' },
    (ssh, { ip, port }) => {
      const socket = sockets.get(keyOf(ip, port))
      if (!socket) return ssh.end()
      const welcome = ({ user_id }: { user_id: number }) => sessionsOf(user_id).length < limits.perPerson
      const connection = new SftpConnection({
        ...options,
        ssh,
        socket,
        ip: addressOf(socket),
        signIn,
        welcome,
        limits,
      })
      open.set(socket, connection)
    },
  )
  const listener = createServer(socket => {
    const key = keyOf(socket.remoteAddress, socket.remotePort)
    const isFull = open.size >= limits.connections
    const fromHere = [...open.keys()].filter(other => addressOf(other) === addressOf(socket))
    if (isFull || fromHere.length >= limits.perAddress) return void socket.destroy()
    open.set(socket, null)
    sockets.set(key, socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    // Whoever does not even say which protocol they speak has no connection to end.
    const silent = setTimeout(
      () => open.get(socket) ?? socket.destroy(),
      limits.signInMs ?? connectionLimits.signInMs,
    )
    socket.once('close', () => {
      clearTimeout(silent)
      open.delete(socket)
      sockets.delete(key)
    })
    protocol.injectSocket(socket)
  })
  await listen(listener, options.port)
  listener.on('error', error => log.error({ err: error }, 'the SFTP port has a problem'))
  return {
    port: portOf(listener),
    recheck(userId) {
      for (const connection of open.values()) {
        if (userId === 0 || connection?.session?.user_id === userId) connection?.recheck()
      }
    },
    async close(reason) {
      const closed = new Promise(resolve => listener.close(resolve))
      for (const [socket, connection] of open) {
        connection?.end(reason)
        socket.destroy()
      }
      await closed
    },
  }
}

function listen(listener: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => reject(new Error(portProblem(error, port))))
    listener.listen(port, () => {
      listener.removeAllListeners('error')
      resolve()
    })
  })
}

function portProblem({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is used by another program of this node: choose another port, or end that program`
  if (code === 'EACCES') return `the daemon may not listen at port ${port}: choose a port above 1023`
  return `port ${port} cannot be listened at: ${message}`
}

function portOf(listener: Server): number {
  const address = listener.address()
  return typeof address === 'object' && address ? address.port : 0
}

function keyOf(address: string | undefined, port: number | undefined): string {
  return `${address ?? ''} ${port ?? 0}`
}

/** One spelling for addresses of both families. */
function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
}
