// Which of two versions is the later one.

/** Orders versions such as 1.10.2; what follows a hyphen makes a version earlier than the same without. */
export function compareVersions(left: string, right: string): number {
  const [leftMain = '', ...leftRest] = left.split('-')
  const [rightMain = '', ...rightRest] = right.split('-')
  const leftParts = leftMain.split('.').map(Number)
  const rightParts = rightMain.split('.').map(Number)
  for (let place = 0; place < Math.max(leftParts.length, rightParts.length); place++) {
    const difference = (leftParts[place] || 0) - (rightParts[place] || 0)
    if (difference !== 0) return Math.sign(difference)
  }
  if (leftRest.length === 0 || rightRest.length === 0) return Math.sign(rightRest.length - leftRest.length)
  return leftRest.join('-').localeCompare(rightRest.join('-'), 'en')
}
