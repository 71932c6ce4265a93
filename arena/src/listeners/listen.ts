// Opening ports, with the one error a person can act on.

import type { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo, Server as TcpServer } from 'node:net'

export type Listener = { port: number; close(): void }

export class PortProblem extends Error {}

export async function listenTcp(
  tcpServer: TcpServer,
  ip: string,
  port: number,
  purpose: string,
): Promise<number> {
  tcpServer.listen(port, ip)
  await once(tcpServer, 'listening').catch((problem: NodeJS.ErrnoException) => {
    throw explain(problem, ip, `TCP port ${port}`, purpose)
  })
  return (tcpServer.address() as AddressInfo).port
}

export async function listenUdp(
  socket: UdpSocket,
  ip: string,
  port: number,
  purpose: string,
): Promise<number> {
  socket.bind(port, ip)
  await once(socket, 'listening').catch((problem: NodeJS.ErrnoException) => {
    throw explain(problem, ip, `UDP port ${port}`, purpose)
  })
  return socket.address().port
}

function explain(problem: NodeJS.ErrnoException, ip: string, port: string, purpose: string): PortProblem {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is already in use: stop the other program or choose another port',
    EACCES: 'may not be opened by this user: choose a port above 1023',
    EADDRNOTAVAIL: `cannot be opened because this machine does not have the address ${ip}`,
  }
  return new PortProblem(
    `${port} (${purpose}) ${reasons[problem.code ?? ''] ?? `cannot be opened: ${problem.message}`}`,
  )
}
