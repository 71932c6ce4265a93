// The one place that reaches into grpc-js: it has no setting for how much a server takes before it is read.

import type { Http2Server } from 'node:http2'
import type { Server } from '@grpc/grpc-js'

/** The HTTP/2 servers behind a gRPC server that has a connection injector. */
export function http2ServersOf(grpcServer: Server): Http2Server[] {
  const { http2Servers } = grpcServer as unknown as { http2Servers?: Map<Http2Server, unknown> }
  return [...(http2Servers?.keys() ?? [])]
}
