// The address under which people reach a route of a plugin.

/** `/*` at the end is left out: what comes below it is the plugin's own. */
export const routeAddress = (origin: string, pluginId: number, path: string): string =>
  `${origin}/api/plugins/${pluginId}/http/${path.replace(/^\//, '').replace(/\*$/, '')}`
