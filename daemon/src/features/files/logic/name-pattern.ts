// Whether a name is what somebody searches for: a part of it, or a pattern with * and ?. Case does not matter.

/** '' is every name. Takes no more than pattern length times name length steps, whatever the pattern. */
export function createNameMatcher(pattern: string): (name: string) => boolean {
  const wanted = pattern.toLowerCase()
  if (wanted === '') return () => true
  if (!/[*?]/.test(wanted)) return name => name.toLowerCase().includes(wanted)
  const parts = Array.from(wanted)
  return name => fits(parts, Array.from(name.toLowerCase()))
}

/** Goes back to the last * only: an earlier one has nothing to win from taking more. */
function fits(pattern: readonly string[], name: readonly string[]): boolean {
  let inPattern = 0
  let inName = 0
  let lastStar = -1
  let starEnd = 0
  while (inName < name.length) {
    const part = pattern[inPattern]
    if (part === '*') {
      lastStar = inPattern
      starEnd = inName
      inPattern += 1
    } else if (part === '?' || (part !== undefined && part === name[inName])) {
      inPattern += 1
      inName += 1
    } else if (lastStar >= 0) {
      starEnd += 1
      inName = starEnd
      inPattern = lastStar + 1
    } else return false
  }
  return pattern.slice(inPattern).every(part => part === '*')
}
