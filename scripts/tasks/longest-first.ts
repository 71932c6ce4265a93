// The order of the test files: long ones begin first, so that none is left to run by itself at the end.

import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest of them, most of all first; the others are short beside these. */
export const longest = [
  'web/pictures/checks/accessibility.test.ts',
  'e2e/uploads-web.test.ts',
  'e2e/users-and-rights.test.ts',
  'e2e/players.test.ts',
  'e2e/plugins.test.ts',
  'e2e/metrics/metrics.test.ts',
  'e2e/link/instances.test.ts',
  'e2e/ship/upgrade.services.test.ts',
  'e2e/operate/image.services.test.ts',
  'daemon/src/platform/process-managers/systemd/test/systemd.services.test.ts',
  'e2e/scale/one-panel-of-two.services.test.ts',
  'daemon/src/platform/process-managers/containers/test/containers.services.test.ts',
  'panel/test/sign-in/two-panels.services.test.ts',
]
/** Projects that share their workers; the many small files of the last fill the gaps at the end. */
const projects = ['stories', 'node', 'anywhere', 'pages']

/** Within one group of projects; groups keep their order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const rankOf = (file: TestSpecification) => [
      file.project.config.sequence.groupOrder,
      placeIn(projects, file.project.name),
      placeIn(longest, relative(this.ctx.config.root, file.moduleId)),
    ]
    return usual.toSorted((one, other) => compare(rankOf(one), rankOf(other)))
  }
}

function placeIn(list: string[], name: string): number {
  const place = list.indexOf(name)
  return place === -1 ? list.length : place
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
