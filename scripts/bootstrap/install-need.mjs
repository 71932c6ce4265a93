// Decides whether packages must be installed, from what package-lock.json asks for and what is there.

import { createHash } from 'node:crypto'

/** Begins with the kind of machine, so that a folder copied from another kind is noticed. */
export function stampOf(lockText, machine) {
  return `${machine} ${createHash('sha256').update(lockText).digest('hex')}`
}

/**
 * Why an install is needed, in words; null when it is not. `installedLockText` is what npm notes inside node_modules
 * after every install; it tells about installs made by hand.
 */
export function installNeed({ lockText, stamp, expectedStamp, installedLockText }) {
  if (installedLockText === null) return 'nothing is installed yet'
  if (stamp === expectedStamp) return null
  if (stamp !== null && machineOf(stamp) !== machineOf(expectedStamp)) {
    return 'what is there was installed on another kind of machine'
  }
  return holdsAll(lockText, installedLockText) ? null : 'package-lock.json has changed'
}

function machineOf(stamp) {
  return stamp.split(' ')[0]
}

/** True when every package the lock file asks for is there in its version; packages for other machines may be absent. */
function holdsAll(lockText, installedLockText) {
  const wanted = packagesOf(lockText)
  const present = packagesOf(installedLockText)
  if (wanted === null || present === null) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue
    const found = present[path]
    if (found === undefined) {
      if (entry.optional || entry.devOptional) continue
      return false
    }
    if (found.version !== entry.version) return false
  }
  return true
}

function packagesOf(text) {
  try {
    return JSON.parse(text).packages ?? null
  } catch {
    return null
  }
}
