// Whether the Node that runs a program of Rookery is new enough, and where the right one is. Loaded before everything else.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The same as in scripts/bootstrap. */
const oldestMajor = 24

interface RunningNode {
  version: string
  file: string
}

/** Null: it is. */
export function nodeProblem({ version, file }: RunningNode, ownNode: string | null): string | null {
  if (Number.parseInt(version, 10) >= oldestMajor) return null
  const advice =
    ownNode === null
      ? 'start it with npm start in its folder, which brings its own Node, or install a newer one from https://nodejs.org.'
      : `start it with ${ownNode}, which came with it.`
  return `Rookery needs Node ${oldestMajor} or newer, and this is Node ${version} (${file}): ${advice}`
}

/** What is wrong with the Node that runs this program, whose folder (`dist`) is given. */
export function runningNodeProblem(programFolder: string): string | null {
  const running = { version: process.versions.node, file: process.execPath }
  return nodeProblem(running, findOwnNode(join(programFolder, '..')))
}

/** In an installation, or in a clone. */
function findOwnNode(root: string): string | null {
  const places = ['bin/node', `node_modules/node-linux-${process.arch}/bin/node`]
  return places.map(place => join(root, place)).find(file => existsSync(file)) ?? null
}
