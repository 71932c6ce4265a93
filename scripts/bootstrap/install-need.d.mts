// Types of install-need.mjs, which must stay plain JavaScript.

export function stampOf(lockText: string, machine: string): string

export function installNeed(facts: {
  lockText: string
  stamp: string | null
  expectedStamp: string
  installedLockText: string | null
}): string | null
