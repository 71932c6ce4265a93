// The part of the query library that is used here; it brings no types of its own.

declare module 'gamedig' {
  export const games: Record<string, { options: { protocol: string } } | undefined>
  export const GameDig: new () => {
    /** What a game answers is whatever the game says: it is read as unknown. */
    query(options: {
      type: string
      host: string
      address: string
      port: number
      givenPortOnly: true
      maxRetries: number
      socketTimeout: number
      attemptTimeout: number
      portCache: false
    }): Promise<unknown>
  }
}
