// Takes TLS connections from nodes and leads each to what its certificate allows: strangers reach enrollment alone.

import { constants } from 'node:crypto'
import type { Http2Server } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import {
  Server as GrpcServer,
  ServerCredentials,
  type ServerOptions,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { bytesLineProtocol } from '@rookery/contracts/daemon/bytes-line.ts'
import {
  type EnrollmentServer,
  EnrollmentService,
  type InstanceLinkServer,
  InstanceLinkService,
  type NodeLinkServer,
  NodeLinkService,
} from '@rookery/contracts/daemon/generated/link.ts'
import { countedNetwork } from '../http/logic/client-address.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import { type ConnectionGate, createConnectionGate } from './connection-gate.ts'
import { LinkPortError } from './link-errors.ts'
import { isInstance, type NodeIdentity, nodeIdentity } from './logic/node-identity.ts'

const handshakeTimeoutMs = 10_000
const strangerLifeMs = 30_000
const strangerLimits = { perAddress: 64, perKnownAddress: 512, total: 1_024, knownAddresses: 10_000 }
const closeGraceMs = 500
/** A daemon needs two, and two more while it replaces them. */
const connectionsPerNodeLimit = 16
/** A daemon opens half as many at most, and uses its other connection beyond that. */
const bytesLinesPerNodeLimit = 64

/** What a stream, and all streams of a connection, may have on their way to a reader that is late. */
const streamWindowBytes = 1024 * 1024
const connectionWindowBytes = 8 * 1024 * 1024

/** What one message of a node may weigh at most. */
const nodeMessageLimitBytes = 4 * 1024 * 1024

const sharedOptions: ServerOptions = {
  'grpc.enable_channelz': 0,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 10_000,
}
const strangerOptions: ServerOptions = {
  ...sharedOptions,
  'grpc.max_receive_message_length': 32 * 1024,
  'grpc.max_concurrent_streams': 4,
}
const nodeOptions: ServerOptions = {
  ...sharedOptions,
  'grpc.max_receive_message_length': nodeMessageLimitBytes,
  'grpc.max_concurrent_streams': 1_000,
}
const instanceOptions: ServerOptions = { ...nodeOptions, 'grpc.max_concurrent_streams': 100_000 }

export interface LinkListener {
  listen(): Promise<{ port: number }>
  /** Cuts every connection that shows a certificate of this node now; those that come later stay. */
  dropNode(nodeId: number, graceMs?: number): void
  close(): Promise<void>
}

export interface ListenerOptions {
  bindIp: string
  port: number
  authority: CertificateAuthority
  enrollment: EnrollmentServer
  nodeLink: NodeLinkServer
  instanceLink: InstanceLinkServer
  /** Takes a connection for one Transfer with many bytes (rule L13). */
  bytesLine: (identity: NodeIdentity, socket: TLSSocket) => void
}

type Rank = NodeIdentity | 'instance' | 'stranger' | 'refused'

export function createLinkListener(options: ListenerOptions): LinkListener {
  const { bindIp, port, authority } = options
  const sockets = new Map<TLSSocket, Rank>()
  const forStrangers = createGrpcEnd(strangerOptions, EnrollmentService, options.enrollment)
  const forNodes = createGrpcEnd(nodeOptions, NodeLinkService, options.nodeLink)
  const forInstances = createGrpcEnd(instanceOptions, InstanceLinkService, options.instanceLink)
  const tlsServer = createLinkTlsServer(authority)
  const gate = guardAgainstStrangers(tlsServer)

  function socketsOf(nodeId: number): TLSSocket[] {
    const ofNode = [...sockets].filter(([, rank]) => typeof rank === 'object' && rank.nodeId === nodeId)
    return ofNode.map(([socket]) => socket)
  }
  const isCrowded = (rank: Rank, socket: TLSSocket): boolean =>
    typeof rank === 'object' &&
    socketsOf(rank.nodeId).filter(other => isBytesLine(other) === isBytesLine(socket)).length >=
      (isBytesLine(socket) ? bytesLinesPerNodeLimit : connectionsPerNodeLimit)

  tlsServer.on('secureConnection', socket => {
    const rank = rankOf(socket)
    if (rank === 'refused' || isCrowded(rank, socket)) return void socket.destroy()
    sockets.set(socket, rank)
    socket.on('close', () => sockets.delete(socket))
    if (rank === 'stranger') {
      forStrangers.inject(shortLived(socket))
    } else {
      gate.prove(countedNetwork(socket.remoteAddress ?? ''), connectionName(socket))
      if (rank === 'instance') forInstances.inject(socket)
      else if (isBytesLine(socket)) options.bytesLine(rank, socket)
      else forNodes.inject(socket)
    }
  })

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        tlsServer.on('error', error => reject(new LinkPortError(bindIp, port, error)))
        tlsServer.listen(port, bindIp, () => resolve({ port: (tlsServer.address() as AddressInfo).port }))
      }),
    dropNode(nodeId, graceMs = 0) {
      for (const socket of socketsOf(nodeId)) setTimeout(() => socket.destroy(), graceMs)
    },
    async close() {
      const closed = new Promise<void>(resolve => tlsServer.close(() => resolve()))
      const cut = setTimeout(() => {
        for (const socket of sockets.keys()) socket.destroy()
      }, closeGraceMs)
      forStrangers.close()
      forNodes.close()
      forInstances.close()
      await closed
      clearTimeout(cut)
    },
  }
}

/** A gRPC server with one service and no port: it sees only the connections that it is given. */
function createGrpcEnd(
  options: ServerOptions,
  service: ServiceDefinition,
  implementation: UntypedServiceImplementation,
) {
  const grpcServer = new GrpcServer(options)
  grpcServer.addService(service, implementation)
  // TLS has been done by the time a connection gets here.
  const injector = grpcServer.createConnectionInjector(ServerCredentials.createInsecure())
  widenWindows(grpcServer)
  return {
    inject: (socket: TLSSocket) => injector.injectConnection(socket),
    /** Lets calls finish; the connections go away with their sockets. */
    close: () => injector.destroy(),
  }
}

/** How much may be on its way is 64 KB by default, which at 20 ms makes 3 MB/s for all consoles and files of a node. */
function widenWindows(grpcServer: GrpcServer): void {
  for (const http2Server of http2ServersOf(grpcServer)) {
    http2Server.on('session', session => {
      session.settings({ initialWindowSize: streamWindowBytes })
      session.setLocalWindowSize(connectionWindowBytes)
    })
  }
}

/** Refuses connections beyond the limits before any work is done for them. */
function guardAgainstStrangers(tlsServer: TlsServer): ConnectionGate {
  const gate = createConnectionGate(strangerLimits)
  tlsServer.on('connection', (socket: Socket) => {
    const { remoteAddress, remotePort } = socket
    socket.on('error', () => socket.destroy())
    const network = countedNetwork(remoteAddress ?? '')
    const name = connectionName(socket)
    if (!remoteAddress || !remotePort || !gate.enter(network, name)) return void socket.destroy()
    socket.on('close', () => gate.leave(network, name))
  })
  tlsServer.on('tlsClientError', (_error, socket) => socket.destroy())
  return gate
}

function shortLived(socket: TLSSocket): TLSSocket {
  const life = setTimeout(() => socket.destroy(), strangerLifeMs)
  socket.on('close', () => clearTimeout(life))
  return socket
}

function createLinkTlsServer(authority: CertificateAuthority): TlsServer {
  const own = authority.issuePanelCertificate()
  return createServer({
    cert: own.certificatePem,
    key: own.privateKeyPem,
    ca: authority.caPem,
    minVersion: 'TLSv1.3',
    ALPNProtocols: ['h2', bytesLineProtocol],
    requestCert: true,
    // Strangers must be able to enroll; who is no stranger is checked in rankOf.
    rejectUnauthorized: false,
    handshakeTimeout: handshakeTimeoutMs,
    // A resumed connection would skip the verification of the certificate.
    secureOptions: constants.SSL_OP_NO_TICKET,
  })
}

function rankOf(socket: TLSSocket): Rank {
  socket.on('error', () => socket.destroy())
  if (socket.alpnProtocol !== 'h2' && !isBytesLine(socket)) return 'refused'
  const certificate = socket.getPeerCertificate()
  if (!certificate.raw) return isBytesLine(socket) ? 'refused' : 'stranger'
  if (!socket.authorized) return 'refused'
  return isInstance(certificate) ? 'instance' : (nodeIdentity(certificate) ?? 'refused')
}

function isBytesLine(socket: TLSSocket): boolean {
  return socket.alpnProtocol === bytesLineProtocol
}

/** With the address: two addresses of one network may use the same port. */
function connectionName({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

/**
 * The HTTP/2 servers behind a gRPC server that has a connection injector. The one place that reaches into grpc-js: it
 * has no setting for how much a server takes before it is read.
 */
export function http2ServersOf(grpcServer: GrpcServer): Http2Server[] {
  const { http2Servers } = grpcServer as unknown as { http2Servers?: Map<Http2Server, unknown> }
  return [...(http2Servers?.keys() ?? [])]
}
