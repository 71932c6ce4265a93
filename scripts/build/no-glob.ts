// Stands in bundles for glob, which @fastify/static needs only where it lists folders by itself.

export function glob(): never {
  throw new Error('folders are not listed by @fastify/static in this bundle')
}
