// What the memory of the panel is compared with: a bare HTTP and ws server that holds as many sockets.

import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((_, answer) => answer.end('{"status":"ok"}'))
new WebSocketServer({ server, perMessageDeflate: false })
server.listen(process.env.HTTP_PORT, '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
