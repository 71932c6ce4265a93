// What the start of the panel is compared with: the start of a bare HTTP server.

import { createServer } from 'node:http'

createServer((_, answer) => answer.end('{"status":"ok"}')).listen(process.env.HTTP_PORT, '127.0.0.1')
