// Waits for something no longer than a signal allows, and leaves no listener behind.

export function withinSignal<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    const done = () => signal.removeEventListener('abort', leave)
    promise.then(
      value => {
        done()
        resolve(value)
      },
      (error: unknown) => {
        done()
        reject(error as Error)
      },
    )
  })
}
