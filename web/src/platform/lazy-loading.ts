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

const styleFailure = /^Unable to preload CSS for (\S+)$/

function addStyles(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  return new Promise((done, fail) => {
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => {
      link.remove()
      fail(new Error(`${address} did not arrive`))
    })
    document.head.append(link)
  })
}

/** The loader of the build never asks twice for a stylesheet: its part would come, and stay bare. */
export function fetchLostStyles(): void {
  window.addEventListener('vite:preloadError', event => {
    const [, address] = styleFailure.exec(event.payload.message) ?? []
    if (!address) return
    event.preventDefault()
    arriving(() => addStyles(address)).catch((error: unknown) => console.error(error))
  })
}
