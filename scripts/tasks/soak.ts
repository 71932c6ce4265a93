// npm run soak -- HOURS: loads a panel for hours and says what has grown.

export async function soakTask(_root: string, args: string[]): Promise<number> {
  const hours = Number(args[0] ?? '1')
  if (!(hours > 0)) {
    console.error('Say for how many hours: npm run soak -- 8')
    return 1
  }
  const { soak } = await import('../../e2e/operate/soak/soak.ts')
  const { findGrowth } = await import('../../e2e/operate/soak/growth-rules.ts')
  const { samples, requests, failures } = await soak(hours * 3_600_000, {
    report: sample => console.log(`${new Date().toISOString()} ${JSON.stringify(sample)}`),
  })
  const growth = findGrowth(samples)
  console.log(`${requests} requests, ${failures} failed.`)
  console.log(growth.length === 0 ? 'Nothing has grown.' : growth.join('\n'))
  return growth.length === 0 && failures === 0 ? 0 : 1
}
