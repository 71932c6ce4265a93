// The sentences `rookery up` says to the person who started it.

import type { Restart } from './restart-delay.ts'

/** From here on it does not look as if it would heal by itself. */
const manyEnds = 5

export interface FirstLogin {
  login: string
  /** null: it was set by ADMIN_PASSWORD and is not repeated. */
  password: string | null
}

export function readyLine(url: string): string {
  return `ready: ${url}`
}

export function firstRunText(first: FirstLogin, configFile: string): string {
  const framed = [
    'First run: the administrator is',
    '',
    `  login     ${first.login}`,
    `  password  ${first.password ?? 'the one set in ADMIN_PASSWORD'}`,
    '',
    first.password === null ? 'Change it in the profile.' : 'It is shown only this once.',
  ]
  const width = Math.max(...framed.map(line => line.length))
  const rule = '─'.repeat(width + 2)
  return [
    '',
    `┌${rule}┐`,
    ...framed.map(line => `│ ${line.padEnd(width)} │`),
    `└${rule}┘`,
    `Only this machine can reach the panel. These three lines in ${configFile} open it to the world with TLS:`,
    '  HTTP_HOST=panel.example.org',
    '  HTTP_BIND_IP=0.0.0.0',
    '  TLS_CERT_FILE=/path/to/certificate-and-key.pem',
    '',
  ].join('\n')
}

export function alreadyRunning(dataDir: string, holder: string): string {
  return `Rookery already runs on ${dataDir} (${holder}). Stop it first, or choose another folder with DATA_DIR.`
}

export function unusableFolder(dataDir: string, reason: string): string {
  return `The data folder ${dataDir} cannot be used (${reason}). Make it writable, or choose another with DATA_DIR.`
}

export function endedByItself(
  name: string,
  how: string,
  lastLines: string[],
  restart: Restart | null,
): string {
  const next = restart === null ? '' : ` It is started again in ${restart.delayMs / 1000} s.`
  const quoted = lastLines.map(line => `  ${line}`)
  const advice = restart !== null && restart.endsInARow >= manyEnds ? [keepsEnding(name, restart)] : []
  return [`The ${name} exited on its own (${how}).${next}`, ...quoted, ...advice].join('\n')
}

function keepsEnding(name: string, { endsInARow }: Restart): string {
  const rest =
    name === 'panel'
      ? 'The daemon and all game servers keep running.'
      : 'The panel and all game servers keep running.'
  return `It has ended ${endsInARow} times in a row and is tried again until it works. ${rest} To find out why, run: rookery doctor`
}

export function gameServersGoOn(count: number): string {
  const what = count === 1 ? 'One game server goes on running.' : `${count} game servers go on running.`
  return `${what} To stop ${count === 1 ? 'it' : 'them'}, start Rookery again and stop ${count === 1 ? 'it' : 'them'} in the panel.`
}
