// Whether this Node is new enough to run Rookery.

/** The same as in scripts/bootstrap. */
const oldestMajor = 24

/** Null: it is. */
export function nodeProblem(version: string): string | null {
  if (Number.parseInt(version, 10) >= oldestMajor) return null
  return `Rookery needs Node ${oldestMajor} or newer, and this is Node ${version}: start it with npm start in its folder, which brings its own Node, or install a newer one from https://nodejs.org.`
}
