// The control groups of a unit: where their folders are, one where there is one hierarchy and several on machines with old
// ones, and what they have counted, in the unified hierarchy where it is there, else in the older ones.

/**
 * By controller (of several in one hierarchy by each), '' being the unified hierarchy. Only hierarchies in which the
 * unit has a group of its own. `membership` is /proc/<pid>/cgroup of a process in it, `mounts` /proc/self/mountinfo.
 */
export function unitCgroups(unit: string, membership: string, mounts: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const line of lines(membership)) {
    const [, controllers = '', ...rest] = line.split(':')
    const path = rest.join(':')
    if (!path.endsWith(`/${unit}`)) continue
    for (const controller of controllers.split(',')) {
      const folder = folderOf(controller, path, mounts)
      if (folder !== null) found[controller] = folder
    }
  }
  return found
}

function folderOf(controller: string, path: string, mounts: string): string | null {
  for (const line of lines(mounts)) {
    const [place = '', source = ''] = line.split(' - ')
    const [type, , options = ''] = source.split(' ')
    const isRight =
      controller === '' ? type === 'cgroup2' : type === 'cgroup' && options.split(',').includes(controller)
    if (!isRight) continue
    const [, , , root = '/', mountPoint = ''] = place.split(' ')
    const prefix = root === '/' ? '' : root
    if (path.startsWith(`${prefix}/`)) return mountPoint + path.slice(prefix.length)
  }
  return null
}

function lines(text: string): string[] {
  return text.split('\n').filter(line => line !== '')
}

/** The text of a file by controller ('' is the unified hierarchy), or null where there is none. */
export type ReadCounter = (controller: string, file: string) => string | null

/** Old hierarchies know no word for "no limit", only a number beyond every memory. */
const noLimitBytes = 2 ** 60

export function cpuSeconds(read: ReadCounter): number | null {
  const microseconds = field(read('', 'cpu.stat'), 'usage_usec')
  if (microseconds !== null) return microseconds / 1_000_000
  const nanoseconds = read('cpuacct', 'cpuacct.usage')
  return nanoseconds === null ? null : Number(nanoseconds) / 1_000_000_000
}

/** Pages of files can be dropped at any time and so do not count; shared memory cannot, and does. */
export function memoryBytes(read: ReadCounter): number | null {
  const current = read('', 'memory.current')
  if (current !== null) return lessPageCache(current, read('', 'memory.stat'), 'file', 'shmem')
  const usage = read('memory', 'memory.usage_in_bytes')
  if (usage === null) return null
  return lessPageCache(usage, read('memory', 'memory.stat'), 'total_cache', 'total_shmem')
}

function lessPageCache(usage: string, stat: string | null, files: string, shared: string): number {
  const cacheBytes = Math.max(0, (field(stat, files) ?? 0) - (field(stat, shared) ?? 0))
  return Math.max(0, Number(usage) - cacheBytes)
}

/** null where there is none. */
export function memoryLimitBytes(read: ReadCounter): number | null {
  const text = (read('', 'memory.max') ?? read('memory', 'memory.limit_in_bytes') ?? 'max').trim()
  return text === 'max' || Number(text) >= noLimitBytes ? null : Number(text)
}

export function memoryKills(read: ReadCounter): number | null {
  return field(read('', 'memory.events') ?? read('memory', 'memory.oom_control'), 'oom_kill')
}

/** Over all devices. */
export function ioBytes(read: ReadCounter, direction: 'read' | 'write'): number | null {
  const unified = read('', 'io.stat')
  if (unified !== null)
    return sum(unified.matchAll(direction === 'read' ? /\brbytes=(\d+)/g : /\bwbytes=(\d+)/g))
  const old = read('blkio', 'blkio.throttle.io_service_bytes_recursive')
  return old === null
    ? null
    : sum(old.matchAll(direction === 'read' ? /^\S+ Read (\d+)$/gm : /^\S+ Write (\d+)$/gm))
}

function sum(matches: Iterable<RegExpMatchArray>): number {
  return [...matches].reduce((total, [, bytes]) => total + Number(bytes), 0)
}

function field(text: string | null, name: string): number | null {
  const value = text === null ? undefined : new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]
  return value === undefined ? null : Number(value)
}
