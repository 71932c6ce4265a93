// From which share of something on a person should look at it.

export type ShareLevel = 'fine' | 'high' | 'full'

export function shareLevel(percent: number): ShareLevel {
  if (percent >= 90) return 'full'
  return percent >= 75 ? 'high' : 'fine'
}
