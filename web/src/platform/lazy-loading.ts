// Parts of the page that arrive when they are needed: a network that changes meanwhile must not break the page.

/** Long enough in sum for a laptop that moves to another network. */
const pauses = [200, 1_000, 3_000]

const waitFor = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** Asks again for a part that did not arrive; what still fails then is told as it was. */
export async function arriving<Part>(load: () => Promise<Part>, waits = pauses): Promise<Part> {
  for (const wait of waits) {
    try {
      return await load()
    } catch {
      await waitFor(wait)
    }
  }
  return load()
}
