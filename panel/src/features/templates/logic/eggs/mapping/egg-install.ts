// The installation of an egg: its script runs in a container of its own, with the server's folder mounted.

import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import type { Egg } from '../egg.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'

const field = 'scripts.installation'
/** The search takes the square of it. */
const seenOfALine = 1_000
const pipesIntoShell = /\b(?:curl|wget)\b[^\n;&]*\|\s*(?:sudo\s+)?(?:\/\S*\/)?(?:ba|da|a|z)?sh\b/

export function installOf(egg: Egg, notes: ImportNotes): InstallStep[] {
  const { script, container, entrypoint } = egg.install
  if (script.trim() === '') {
    notes.warning(field, 'there is no script: nothing is installed')
    return []
  }
  const image = container.trim() || (egg.images[0]?.image ?? '').replace(/^~/, '')
  if (container.trim() === '') notes.warning(field, `names no container; ${quoted(image)} is used`)
  else notes.understood(field, `the script runs in ${quoted(image)}; the same for an update`)
  if (script.split('\n').some(line => pipesIntoShell.test(line.slice(0, seenOfALine))))
    notes.warning(field, 'runs a script straight from the internet (curl | sh)')
  warnUnpinned(image, field, notes)
  return [
    {
      do: 'run-script',
      image,
      entrypoint: entrypoint.trim() || 'sh',
      script,
      folder: '/mnt/server',
      words: 'Running the install script',
    },
  ]
}

/** Tomorrow the same name may be another program. */
export function warnUnpinned(image: string, where: string, notes: ImportNotes): void {
  const tag = /:([^/:@]+)$/.exec(image)?.[1]
  if (image.includes('@sha256:') || (tag && tag !== 'latest')) return
  notes.warning(where, `the image ${quoted(image)} is not pinned to a version`)
}
