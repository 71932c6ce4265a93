// Simple cron expressions in parts that can be said in words: one time of day, some weekdays, some months.

export interface SimpleCron {
  /** 04:00 */
  at: string
  /** 0 is Sunday; empty: every day. */
  days: readonly number[]
  /** 1 is January; empty: every month. */
  months: readonly number[]
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Null where it says more than that: then only the expression itself tells it right. */
export function simpleCron(expression: string): SimpleCron | null {
  const fields = expression.trim().toLowerCase().split(/\s+/)
  const [minute = '', hour = '', dayOfMonth, month = '', day = ''] = fields
  if (fields.length !== 5 || dayOfMonth !== '*') return null
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour) || Number(minute) > 59 || Number(hour) > 23)
    return null
  const days = numbersOf(day, dayNames, 0, 7)
  const months = numbersOf(month, monthNames, 1, 12)
  if (!days || !months) return null
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return { at, days: [...new Set(days.map(each => each % 7))], months }
}

function numbersOf(field: string, names: readonly string[], least: number, most: number): number[] | null {
  if (field === '*') return []
  const numberOf = (text = '') => {
    const named = names.indexOf(text)
    return named === -1 ? (/^\d+$/.test(text) ? Number(text) : Number.NaN) : named + least
  }
  const numbers: number[] = []
  for (const part of field.split(',')) {
    const [first, last = first, ...more] = part.split('-')
    const [from, to] = [numberOf(first), numberOf(last)]
    if (more.length > 0 || !(from >= least && to <= most && from <= to)) return null
    for (let each = from; each <= to; each += 1) numbers.push(each)
  }
  return numbers
}
