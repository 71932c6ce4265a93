// Loaded beside a panel process: on the test's word it clears away what nobody needs and tells how much is left.

process.on('message', message => {
  if (message?.kind === 'tell memory') void reportMemory()
})

async function reportMemory() {
  // What a closed connection leaves behind is let go over a few turns.
  for (let turn = 0; turn < 5; turn++) {
    await new Promise(resolve => setTimeout(resolve, 50))
    globalThis.gc()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ kind: 'memory', retainedBytes: heapUsed + external, residentBytes: rss })
}
