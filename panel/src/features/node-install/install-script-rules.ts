// What a new machine is given: the script with this panel's values in it, and what stands in the way of other machines.

import type { InstallObstacle } from '@rookery/contracts/http/node-install.ts'

export interface ScriptValues {
  PANEL_URL: string
  DAEMON_VERSION: string
  /** Empty where the panel has no archive for it. */
  DAEMON_SHA256_X64: string
  DAEMON_SHA256_ARM64: string
}

/** Each value replaces the line that assigns nothing to its name; a template without that line is not ours. */
export function fillScript(template: string, values: ScriptValues): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = `\n${name}=''\n`
    if (!text.includes(line)) throw new Error(`the install script has no line ${name}=''`)
    return text.replace(line, () => `\n${name}=${quoted(value)}\n`)
  }, template)
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

interface PanelPlace {
  http: { bindIp: string; host: { host: string }; tls: object | null; forceHttps: boolean }
  grpc: { bindIp: string }
}

/** Why other machines would not reach this panel, as far as its settings tell. */
export function findObstacles({ http, grpc }: PanelPlace): InstallObstacle[] {
  const isBehindProxy = http.forceHttps && !http.tls
  return [
    ...(isLocalName(http.host.host) ? (['local_name'] as const) : []),
    ...(isLoopback(http.bindIp) && !isBehindProxy ? (['http_loopback'] as const) : []),
    ...(isLoopback(grpc.bindIp) ? (['grpc_loopback'] as const) : []),
  ]
}

function isLoopback(ip: string): boolean {
  return ip.startsWith('127.') || ip === '::1'
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)
}
