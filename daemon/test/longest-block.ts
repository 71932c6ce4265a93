// How long this thread works without letting others have their turn, whatever else the machine does meanwhile.

/** Gives the function that ends it and tells the longest stretch, in milliseconds of the thread's own processor time. */
export function watchBlocks(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const check = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(check, 5)
  return () => {
    clearInterval(timer)
    check()
    return longest
  }
}
