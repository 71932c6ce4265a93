// Tells progress at a pace that can be written down and sent: at once when it is time, otherwise the latest soon.

/** A few each second are enough for people. */
const paceMs = 300

export interface PacedProgress<News> {
  (news: News): void
  /** Nothing is told afterwards. */
  close(): void
}

export function pacedProgress<News>(report: (news: News) => void): PacedProgress<News> {
  let reportedAt = Number.NEGATIVE_INFINITY
  let waiting: { news: News; timer: NodeJS.Timeout } | null = null
  const now = (news: News) => {
    waiting = null
    reportedAt = performance.now()
    report(news)
  }
  const paced = (news: News) => {
    if (waiting) {
      waiting.news = news
      return
    }
    const waitMs = reportedAt + paceMs - performance.now()
    if (waitMs <= 0) return now(news)
    const later = { news, timer: setTimeout(() => now(later.news), waitMs).unref() }
    waiting = later
  }
  return Object.assign(paced, { close: () => clearTimeout(waiting?.timer) })
}
