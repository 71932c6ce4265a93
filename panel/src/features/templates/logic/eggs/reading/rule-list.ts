// The rules of an egg's variable as a list: `required|string|max:20`, or already one by one.

const isExpression = /^\s*(?:not_)?regex:/
const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** The longest known has 900 characters. */
const longest = 10_000

/** A `|` inside a regular expression does not end its rule, although the formats' own panel splits there. */
export function splitRules(text: string): string[] {
  const rules: string[] = []
  let open: string | null = null
  for (const part of text.slice(0, longest).split('|')) {
    const whole: string = open === null ? part : `${open}|${part}`
    open = isExpression.test(whole) && !isClosed(whole) ? whole : null
    if (open === null) rules.push(whole)
  }
  // Never closed: only the first part can have been meant.
  if (open !== null) rules.push(...open.split('|'))
  return rules.map(rule => rule.trim()).filter(rule => rule !== '')
}

/** The other way round; an expression without an end would swallow the rule after it, and no panel can use it. */
export function joinRules(rules: readonly string[]): string {
  const joined = rules.join('|')
  const isSame = splitRules(joined).join('\n') === rules.join('\n')
  return isSame ? joined : rules.filter(isWhole).join('|')
}

/** False: an expression whose end is missing, such as `regex:/^a`, which nothing can match. */
export function isWhole(rule: string): boolean {
  return !isExpression.test(rule) || isClosed(rule)
}

function isClosed(rule: string): boolean {
  const expression = rule.replace(isExpression, '').trim()
  const opening = expression[0] ?? ''
  if (opening === '' || /[A-Za-z0-9\\\s^]/.test(opening)) return true
  const end = closing[opening] ?? opening
  const last = expression.lastIndexOf(end)
  if (last <= 0 || expression[last - 1] === '\\') return false
  return /^[a-zA-Z]*$/.test(expression.slice(last + 1))
}
