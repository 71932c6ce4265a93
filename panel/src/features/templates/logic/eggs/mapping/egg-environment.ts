// What an egg's names stand for here: `SERVER_PORT`, `server.build.default.port` or `env.MAX_PLAYERS` → our placeholders.

/** Always in the environment of an egg's game; a variable of the same name cannot replace them. */
export const alwaysPresent: ReadonlyMap<string, string> = new Map([
  ['TZ', 'UTC'],
  ['STARTUP', ''],
  ['SERVER_MEMORY', '{server.memory_mb}'],
  ['SERVER_IP', '{server.ip}'],
  ['SERVER_PORT', '{port.game}'],
  ['P_SERVER_UUID', '{server.uuid}'],
  ['P_SERVER_LOCATION', '{node.name}'],
  ['P_SERVER_ALLOCATION_LIMIT', '0'],
])

/** Set by a shell or a container itself, so nobody has to define them. */
export const shellNames: ReadonlySet<string> = new Set([
  'HOME',
  'PATH',
  'PWD',
  'USER',
  'HOSTNAME',
  'SHELL',
  'LANG',
])

const asVariables: Record<string, string> = {
  'server.build.default.port': 'SERVER_PORT',
  'server.build.default.ip': 'SERVER_IP',
  'server.allocations.default.port': 'SERVER_PORT',
  'server.allocations.default.ip': 'SERVER_IP',
  'server.build.memory': 'SERVER_MEMORY',
  'server.build.memory_limit': 'SERVER_MEMORY',
  'server.build.limits.memory': 'SERVER_MEMORY',
  'server.uuid': 'P_SERVER_UUID',
  'server.location': 'P_SERVER_LOCATION',
}

/** Found nowhere in an environment. */
const asPlaceholders: Record<string, string> = {
  'server.name': '{server.name}',
  'server.meta.name': '{server.name}',
  // The address by which a game reaches others on the same node.
  'config.docker.interface': '{server.ip}',
  'config.docker.network.interface': '{server.ip}',
}

const variablePrefix = /^(?:server\.build\.env(?:ironment)?|server\.environment|environment|env)\./

/** A name that a shell takes: `MY-VAR` becomes `MY_VAR`. */
export function usableName(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 190)
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}

/** The environment variable that an egg's placeholder names; null: it names none. */
export function environmentNameOf(key: string): string | null {
  const known = Object.hasOwn(asVariables, key) ? asVariables[key] : undefined
  if (known) return known
  const name = key.replace(variablePrefix, '')
  return name === '' || name.includes('.') ? null : usableName(name)
}

/** Our text for an egg's placeholder in a config file; null where it names nothing. */
export function placeholderOf(key: string, values: ReadonlyMap<string, string>): string | null {
  const name = environmentNameOf(key)
  if (name !== null) return values.get(name) ?? null
  return Object.hasOwn(asPlaceholders, key) ? (asPlaceholders[key] ?? null) : null
}

/** `{{ key }}` in the texts of an egg. */
export const eggPlaceholder = /\{\{\s*([^{}\r\n]*?)\s*\}\}/g
