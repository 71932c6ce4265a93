// Finds the folders of a unit's control group: one where there is one hierarchy, several on machines with old ones.

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
