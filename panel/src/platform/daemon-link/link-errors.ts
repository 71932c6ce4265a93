// The ways in which talking to a node can fail, as errors that features can tell apart.

export class NodeOfflineError extends Error {
  readonly nodeId: number

  constructor(nodeId: number, reason = 'the node is not connected') {
    super(reason)
    this.name = 'NodeOfflineError'
    this.nodeId = nodeId
  }
}

export class NodeTimeoutError extends Error {
  constructor(what: string, deadlineMs: number) {
    super(`the node did not ${what} within ${deadlineMs} ms`)
    this.name = 'NodeTimeoutError'
  }
}

/** The daemon ended a transfer with an error of its own; `code` is one of contracts/src/errors.ts. */
export class TransferError extends Error {
  readonly code: string
  /** JSON, or ''. */
  readonly details: string

  constructor(code: string, message: string, details = '') {
    super(message)
    this.name = 'TransferError'
    this.code = code
    this.details = details
  }
}

/** The listener could not take its port; the message says what to do. */
export class LinkPortError extends Error {
  constructor(bindIp: string, port: number, cause: NodeJS.ErrnoException) {
    const why: Record<string, string> = {
      EADDRINUSE: 'another program uses it: stop that program, or choose another GRPC_PORT',
      EACCES: 'ports below 1024 need special privileges: choose a higher GRPC_PORT',
      EADDRNOTAVAIL: 'this machine does not have that address: correct GRPC_BIND_IP',
    }
    super(
      `the daemon link cannot listen on ${bindIp} port ${port}: ${why[cause.code ?? ''] ?? cause.message}`,
      {
        cause,
      },
    )
    this.name = 'LinkPortError'
  }
}
