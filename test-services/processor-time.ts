// How much of the processor some work takes: unlike the time that passes, it does not depend on what else the machine does.

/** Of this thread, and until `work` returns. */
export function processorMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
