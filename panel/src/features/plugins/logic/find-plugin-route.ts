// The declared route of a plugin for a request: exactly, or below a path that ends with `*`.

import type { PluginManifest } from '@rookery/contracts/plugin/manifest.ts'

type PluginRoute = PluginManifest['routes'][number]

export function findPluginRoute(
  routes: readonly PluginRoute[],
  method: string,
  path: string,
): PluginRoute | null {
  const wanted = withoutEnd(path)
  const fits = routes.filter(route => route.method === method && isAt(route.path, wanted))
  // The longest wins: an exact route stands before the one with the star.
  return fits.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
}

function isAt(declared: string, path: string): boolean {
  if (!declared.endsWith('/*')) return withoutEnd(declared) === path
  const stem = declared.slice(0, -2)
  return path.startsWith(`${stem}/`) && !path.split('/').includes('..')
}

const withoutEnd = (path: string) => (path === '/' ? '' : path.replace(/\/$/, ''))
