// The container image of a game server: one of its template's, by label.

import { isContainerEngine } from '@rookery/contracts/process-managers.ts'
import type { Template } from '@rookery/contracts/template.ts'

/** Null where the game does not run in a container. A label that the template no longer has stands for the first. */
export function imageLabel(
  { image, processManager }: { image: string | null; processManager: string },
  { container }: Template,
): string | null {
  if (!container || !isContainerEngine(processManager)) return null
  const labels = container.images.map(({ label }) => label)
  return labels.find(label => label === image) ?? labels[0] ?? null
}

/** Null: the template has it. */
export function imageProblem({ container }: Template, label: string): string | null {
  if (!container) return 'this game does not run in a container'
  const labels = container.images.map(known => known.label)
  return labels.includes(label) ? null : `must be one of ${labels.join(', ')}`
}
