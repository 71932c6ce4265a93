// Which methods an address of the API takes, for requests that come with another one. Routes are public knowledge; the
// answer depends on the shape of the address alone, never on what exists or who asks.

interface Place {
  method: string
  /** With OpenAPI placeholders: `/api/servers/{server}`. */
  path: string
}

/** Gives the methods in the order of the alphabet; none for an address that no route has. */
export function createAllowedMethods(places: readonly Place[]): (path: string) => string[] {
  // What a plugin takes at its own addresses is the plugin's business.
  const own = places.filter(({ path }) => !path.endsWith('*'))
  const shapes = [...Map.groupBy(own, ({ path }) => path)].map(([path, group]) => ({
    shape: path.split('/'),
    methods: group.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }))
  return path => {
    const asked = path.split('/')
    const methods = shapes.filter(({ shape }) => isOfShape(asked, shape)).flatMap(each => each.methods)
    return [...new Set(methods)].toSorted()
  }
}

/** Segment by segment; a placeholder is any segment that is not empty. */
function isOfShape(asked: readonly string[], shape: readonly string[]): boolean {
  if (asked.length !== shape.length) return false
  return shape.every((part, index) => (part.startsWith('{') ? asked[index] !== '' : asked[index] === part))
}
